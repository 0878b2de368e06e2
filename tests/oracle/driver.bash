# Runs every script of a NUL-separated list on stdin with one shell, each in an empty directory with only stubs on PATH.
# Usage: driver.bash OUT STUBS SHELL [ARG...]
# What ran is logged to OUT/<number of the script>, a file a command; see run_scripts.ts.
out=$1 stubs=$2
shift 2
number=0
while IFS= read -r -d '' script; do
  mkdir "/tmp/work$number" "$out/$number" && cd "/tmp/work$number" || exit 1
  ORACLE_LOG=$out/$number PATH=$stubs /usr/bin/timeout -k 1 1 "$@" -c "$script" </dev/null >/dev/null 2>&1
  for file in * .[!.]*; do
    # Files that appeared are logged as if a command named > had made them.
    [ -e "$file" ] && printf '%s\0' '>' "$file" >"$out/$number/file-$file"
  done
  number=$((number + 1))
done
