# Signals processes below a process. Reads /proc, which the runtime itself may not.
#
#   sh -c TEXT sh command SIGNAL FIRST     to the first child of FIRST
#   sh -c TEXT sh group SIGNAL FIRST       to the whole group of the first child of FIRST
#   sh -c TEXT sh all SIGNAL FIRST         to everything below FIRST
#   sh -c TEXT sh outside SIGNAL LEADER    to everything below LEADER that is not in its group;
#                                          prints PID:START of each
#   sh -c TEXT sh same SIGNAL PID:START... to those of them that are still the same process
#   sh -c TEXT sh ended - FIRST            to nobody: waits until FIRST is gone or only waits to be
#                                          collected: by then the kernel has ended all of its namespace
#   sh -c TEXT sh foreground               to nobody: says whether our parent has its terminal
#
# Exits with 1 when there was nobody to signal.

# Adds everything below $1 to $found, nearest first in each line of descent.
find_below() {
  for list in "/proc/$1"/task/*/children; do
    pids=
    read -r pids <"$list"
    for pid in $pids; do
      found="$found $pid"
      find_below "$pid"
    done
  done
}

# Sets $group of process $1, as we count. Not from stat: a process may choose a name with newlines.
find_group() {
  group=
  while read -r key value _; do
    [ "$key" != NSpgid: ] || group=$value
  done <"/proc/$1/status"
}

# Sets $state, one letter, $start, when process $1 was started, its group and the one that has its terminal.
find_stat() {
  line=
  read -r line <"/proc/$1/stat"
  # shellcheck disable=SC2086 # the fields after the name are numbers
  set -- ${line##*) }
  state=${1-} start=${20-} own=${3-} foreground=${6-}
}

mode=$1 signal=${2-} found=
case $mode in
  command | group)
    read -r found _ <"/proc/$3/task/$3/children"
    if [ "$mode" = group ]; then
      find_group "$found"
      # Never group 0 or 1: that would be our own, or everybody.
      if [ "${group:-0}" -gt 1 ]; then found=-$group; fi
    fi
    ;;
  all) find_below "$3" ;;
  outside)
    find_below "$3"
    below=$found found=
    for pid in $below; do
      find_group "$pid"
      [ "$group" != "$3" ] || continue
      found="$found $pid"
      find_stat "$pid"
      echo "$pid:$start"
    done
    ;;
  same)
    shift 2
    for process; do
      find_stat "${process%:*}"
      [ "$start" != "${process#*:}" ] || found="$found ${process%:*}"
    done
    ;;
  ended)
    find_stat "$3"
    first=$start looks=2000
    # What stands in a device driver cannot be waited for.
    while [ "$start" = "$first" ] && [ "$looks" -gt 0 ]; do
      case $state in "" | Z | X) exit ;; esac
      sleep 0.002 || sleep 1
      looks=$((looks - 1))
      find_stat "$3"
    done
    exit
    ;;
  foreground)
    if [ -d "/proc/$PPID" ]; then
      find_stat "$PPID"
    else
      read -r own foreground <<EOF
$(ps -o pgid=,tpgid= -p "$PPID")
EOF
    fi
    [ -n "$own" ] && [ "$own" = "$foreground" ]
    exit
    ;;
esac
[ -n "$found" ] || exit 1
# shellcheck disable=SC2086 # a list of process ids
kill -s "$signal" -- $found
