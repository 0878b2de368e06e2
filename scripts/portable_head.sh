#!/bin/sh
# execguard in one file: this script, then a compressed archive. Made by scripts/build.
#
# The first start unpacks the archive into a cache folder; every start goes on with scripts/launch.sh
# in there, which decides about permissions and environment.
#
# The cache is $XDG_CACHE_HOME/execguard or ~/.cache/execguard, both read-only for commands in the
# sandbox, or else a private folder in the one for temporary files. In it a tree is named by the
# SHA-256 of the archive, comes into place by one rename, and is used only when it is ours and no
# file of it is missing or was written since. That finds damage and clumsy changes; who may act as
# this user outside the sandbox could set times back, or as well replace this file.

eg_content=@CONTENT@
eg_size=@SIZE@
eg_deno=.deno/deno-@DENO@
eg_self=$0 # zsh calls functions by their own names

@REFUSE@
# eg_is_ready FOLDER: whether it holds the tree, whole and untouched; sets eg_tree.
eg_is_ready() {
  case $1 in /*) eg_tree=$1/$eg_content ;; *) return 1 ;; esac
  eg_seal=$eg_tree/.deno/sealed
  [ -O "$eg_tree" ] && [ ! -L "$eg_tree" ] && [ -x "$eg_tree/$eg_deno" ] || return 1
  # All of it has the time of the seal, which is long past: what was written since is newer, and so is
  # a folder in which a name came or went. A program that compares would cost more than the rest.
  # shellcheck disable=SC2043,SC3013 # a list later; POSIX has -nt since 2024, every sh had it before
  for eg_file in @PARTS@; do
    [ "$eg_tree/$eg_file" -nt "$eg_seal" ] && return 1
  done
  # shellcheck disable=SC3013
  [ -e "$eg_tree/main.ts" ] && [ -e "$eg_tree/deno.json" ] && [ -e "$eg_tree/deno.lock" ] &&
    [ -e "$eg_seal" ] && ! [ "$eg_seal" -nt "$eg_tree/LICENSE" ]
}

# eg_unpack FOLDER: fails when it cannot be written, is full, or may not hold programs.
eg_unpack() (
  case $1 in /*) eg_place=$1/$eg_content ;; *) exit 1 ;; esac
  PATH=/usr/bin:/bin:/usr/sbin:/sbin
  unset TAR_OPTIONS GZIP TAPE
  umask 077
  mkdir -p "$1" && [ -O "$1" ] && eg_scratch=$(mktemp -d "$1/tmp.XXXXXX") || exit 1
  trap 'rm -rf "$eg_scratch"' EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM HUP
  # The runtime is copied: what tar wrote in small pieces stays in memory that way, 1 ms slower to start.
  mkdir "$eg_scratch/tree" && tail -c "$eg_size" "$eg_self" | tar -xzof - -C "$eg_scratch/tree" || exit 1
  cd "$eg_scratch/tree" && cp package/deno "$eg_deno" && rm -r package &&
    : >.deno/sealed && : >.deno/used && touch -r LICENSE .deno/sealed @OTHERS@ || exit 1
  # What stands in its place and is not whole makes room, but only the very one that was looked at:
  # another start may have put a whole one there meanwhile, and run from it.
  eg_bad=$(ls -di "$eg_place") && eg_bad=${eg_bad%%"$eg_place"*} || eg_bad=
  [ -z "$eg_bad" ] || ! eg_is_ready "$1" || eg_bad=
  # mv would move it into a folder of that name; and this is the first program to start from here.
  # shellcheck disable=SC2016 # JavaScript
  env -i DENO_DIR="$eg_scratch" "./$eg_deno" eval --no-config --no-lock '
    const [folder, scratch, place, bad] = Deno.args;
    if (bad) Deno.openSync(folder).lockSync(true);
    if (bad && Deno.lstatSync(place).ino === Number(bad)) Deno.renameSync(place, `${scratch}/bad`);
    Deno.renameSync(`${scratch}/tree`, place);' "$1" "$eg_scratch" "$eg_place" "$eg_bad" || :
  eg_is_ready "$1" || exit 1
  "$eg_place/scripts/warm" "$eg_place/$eg_deno" "$eg_scratch" || :
  eg_tidy "$1" "$eg_scratch" || :
) 2>/dev/null

# eg_tidy FOLDER SCRATCH: moves there what a killed start left a day ago, and trees of other versions
# that were last started 30 days ago. A tree that some process names in its command line stays, as
# each does that runs from there; so all stay where processes cannot be listed.
eg_tidy() {
  cd "$1" && find tmp.* -prune -mtime +0 -exec mv {} "$2" \;
  eg_running=$(cat /proc/[0-9]*/cmdline | tr '\0' '\n')
  case $eg_running in *"$eg_self"*) ;; *) eg_running=$(ps -axww -o args=) ;; esac
  case $eg_running in *"$eg_self"*) ;; *) return ;; esac
  for eg_old in *; do
    case $eg_old in "$eg_content" | *[!0123456789abcdef]*) continue ;; esac
    case $eg_running in *"$eg_old"*) continue ;; esac
    if [ ${#eg_old} -ne 64 ] || [ ! -O "$eg_old" ] || [ -L "$eg_old" ]; then continue; fi
    eg_recent=$(find "$eg_old/.deno/sealed" "$eg_old/.deno/used" -mtime -30)
    [ -n "$eg_recent" ] || mv "$eg_old" "$2"
  done
}

# Whether the archive is the one that belongs to this script.
eg_is_whole() (
  PATH=/usr/bin:/bin:/usr/sbin:/sbin
  command -v sha256sum >/dev/null || sha256sum() { shasum -a 256; }
  eg_sum=$(tail -c "$eg_size" "$eg_self" | sha256sum) && [ "${eg_sum%% *}" = "$eg_content" ]
)

# eg_try_each TEST: the folders in their order, until one passes.
eg_try_each() {
  case ${XDG_CACHE_HOME-} in /*) eg_base=$XDG_CACHE_HOME ;; *) eg_base=${HOME:+$HOME/.cache} ;; esac
  "$1" "${eg_base:+$eg_base/execguard}" ||
    "$1" "${TMPDIR:-/tmp}/execguard-$(PATH=/usr/bin:/bin && id -u)"
}

if ! eg_try_each eg_is_ready; then
  eg_is_whole || eg_refuse 125 internal internal \
    'Cannot start: this executable is damaged; install it anew' "$@"
  eg_try_each eg_unpack || eg_refuse 125 internal internal \
    'Cannot start: no cache folder can be written, has 150 MB left and may hold programs; point XDG_CACHE_HOME to one' "$@"
  eg_try_each eg_is_ready || eg_refuse 125 internal internal \
    'Cannot start: the cache folder was changed meanwhile; try again' "$@"
fi
{ true >"$eg_tree/.deno/used"; } 2>/dev/null # when it was last started
eg_root=$eg_tree eg_runtime=$eg_tree/.deno eg_version=@DENO@ eg_registry=@REGISTRY@
. "$eg_root/scripts/launch.sh"
