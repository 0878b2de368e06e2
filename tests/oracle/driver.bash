# Runs every script of a NUL-separated list on stdin with one shell, each in an empty directory with only stubs on PATH.
# Usage: driver.bash OUT STUBS SHELL [ARG...]
# What ran is logged to OUT/<number of the script>, a file a command; see run_scripts.ts.

# What a script leaves in the background gets a moment to be logged; then it goes, before it floods the machine: a loop
# that starts itself again does. Everything here is ours: the sandbox has process ids of its own.
end_leftovers() {
  [ "$$" -lt 10 ] || exit 1
  for _ in 1 2 3 4 5; do
    set -- /proc/[0-9]*
    [ $# -gt 2 ] || return 0
    sleep 0.02
  done
  kill -KILL -1
}

out=$1 stubs=$2
shift 2
number=0
while IFS= read -r -d '' script; do
  mkdir "/tmp/work$number" "$out/$number" && cd "/tmp/work$number" || exit 1
  ORACLE_LOG=$out/$number PATH=$stubs /usr/bin/timeout -k 1 1 "$@" -c "$script" </dev/null >/dev/null 2>&1
  end_leftovers
  for file in * .[!.]*; do
    # Files that appeared are logged as if a command named > had made them.
    [ -e "$file" ] && printf '%s\0' '>' "$file" >"$out/$number/file-$file"
  done
  number=$((number + 1))
done
