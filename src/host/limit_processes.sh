# Limits how many processes and threads a sandbox may have.
#
#   sh -c TEXT sh try SANDBOX              changes nothing. Exits with 3 when prlimit or mkfifo is missing, with 4
#                                          when this kernel does not hold this user to such a limit
#   sh -c TEXT sh prepare SANDBOX GATE     the same, and makes GATE, a pipe with a name, for the sandbox to wait at
#   sh -c TEXT sh set FIRST COUNT GATE     limits the sandbox whose first process is FIRST, and lets it go on
#
# From outside, and before the command exists: the limit counts all of a user's processes where it is set
# before the sandbox has a user namespace of its own, and a shell inside would obey the command's variables.
case $1 in
  try | prepare)
    { command -v prlimit && command -v mkfifo; } >/dev/null || exit 3
    # One process and no more: where the limit counts, the shell cannot make a second one.
    "$2" --unshare-user --ro-bind / / -- prlimit --nproc=1:1 /bin/sh -c '(:)' 2>/dev/null && exit 4
    [ "$1" = try ] || mkfifo -m 600 "$3"
    ;;
  set)
    if prlimit --pid "$2" --nproc="$3:$3"; then
      # Opened for both, which never waits.
      echo 1<>"$4"
    else
      # One that has ended by itself says why.
      ! kill -0 "$2"
    fi
    ;;
esac
