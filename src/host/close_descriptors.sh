# Becomes a program that inherits descriptors 0 to 2 and those opened here, and nothing else.
#
#   sh -c TEXT sh TEXT FOLDER MERGED STATUS PLAN FILTER PROGRAM ARGS...
#
# TEXT is this text. FOLDER lists our own descriptors. MERGED is yes or no: one pipe for both outputs.
# STATUS, PLAN and FILTER are files for descriptors 3, 4 and 5, or empty. Run without any environment:
# variables of the caller or the command could steer a shell outside the sandbox.
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
[ -z "$4" ] || exec 3>"$4" 4<"$5"
[ -z "$6" ] || exec 5<"$6"
[ "$3" = no ] || exec 2>&1
shift 6
exec "$@"
