# Becomes a program that inherits descriptors 0 to 2 and those opened here, and nothing else.
#
#   sh -c TEXT sh TEXT FOLDER MERGED STATUS PLAN FILTER GATE MEMORY SECONDS PROGRAM ARGS...
#
# TEXT is this text. FOLDER lists our own descriptors. MERGED is yes or no: one pipe for both outputs.
# STATUS, PLAN, FILTER and GATE are files for descriptors 3, 4, 5 and 6, or empty. MEMORY, in KiB, and SECONDS of
# processor time limit each process, or are empty. Run without any environment: variables of the caller or the
# command could steer a shell outside the sandbox.
for entry in "$2"/*; do
  number=${entry##*/}
  case $number in
    [0-2]) continue ;;
    # The folder cannot be listed: not knowing what is open is no reason to start.
    *[!0-9]* | '') exit 1 ;;
    # Dash understands one digit only. Where it is sh, bash is there too.
    ??*) [ -n "${BASH_VERSION-}" ] || [ ! -x /bin/bash ] || exec /bin/bash -c "$1" sh "$@" ;;
  esac
  eval "exec $number>&-"
done
# limit LETTER SOFT HARD: for good, and never above what the caller has.
# shellcheck disable=SC3045 # POSIX has no -S and -H; dash, bash and busybox have them
limit() {
  now=$(ulimit -S "$1")
  [ "$now" = unlimited ] || [ "$now" -gt "$2" ] || set -- "$1" "$now" "$now"
  ulimit -S "$1" "$2" && ulimit -H "$1" "$3" || exit 1
}
[ -z "$8" ] || limit -d "$8" "$8"
# The first is a signal that a program may catch, the second ends it.
[ -z "$9" ] || limit -t "$9" "$(($9 + 1))"
# Added to, not emptied: ext4 writes a file that was emptied to the disk when it is closed, and waits for that.
[ -z "$4" ] || exec 3>>"$4" 4<"$5"
[ -z "$6" ] || exec 5<"$6"
[ -z "$7" ] || exec 6<>"$7"
[ "$3" = no ] || exec 2>&1
shift 9
exec "$@"
