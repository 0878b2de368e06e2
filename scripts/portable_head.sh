#!/bin/sh
# execguard in one file: this script, then a compressed archive. Made by scripts/build.
#
# The first start unpacks the archive into a cache folder; every start goes on with the launcher
# in there, which decides about permissions and environment. The caller's variables are left as
# they are: they belong to the command.
#
# The cache is $XDG_CACHE_HOME/execguard or ~/.cache/execguard, both read-only for commands in the
# sandbox, or else a private folder in the one for temporary files. In it a tree is named by the
# SHA-256 of the archive, comes into place by one rename, and is used only when it is ours and no
# file of it was touched since. That finds damage and clumsy changes; who may act as this user
# outside the sandbox could as well replace this file.

eg_content=@CONTENT@
eg_size=@SIZE@
eg_deno=.deno/deno-@DENO@
eg_self=$0 # zsh calls functions by their own names

@REFUSE@
# eg_is_ready FOLDER: whether it holds the tree, whole and untouched; sets eg_tree.
eg_is_ready() {
  case $1 in /*) eg_tree=$1/$eg_content ;; *) return 1 ;; esac
  [ -O "$eg_tree" ] && [ ! -L "$eg_tree" ] && [ -x "$eg_tree/$eg_deno" ] || return 1
  # The time of the last change cannot be set back, unlike that of the last writing.
  eg_touched=$(
    PATH=/usr/bin:/bin && cd "$eg_tree" &&
      LC_ALL=C find @PARTS@ "$eg_deno" -cnewer .deno/sealed 2>&1
  ) && [ -z "$eg_touched" ]
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
  mkdir "$eg_scratch/tree" && tail -c "$eg_size" "$eg_self" | tar -xzof - -C "$eg_scratch/tree" || exit 1
  cd "$eg_scratch/tree" && mv package/deno "$eg_deno" && rm -r package && : >.deno/sealed || exit 1
  # One that is not whole makes room; when two start at once, the second finds the first one's instead.
  if [ -e "$eg_place" ] || [ -L "$eg_place" ]; then
    eg_is_ready "$1" || mv "$eg_place" "$eg_scratch/old"
  fi
  # mv would move it into a folder of that name; and this is the first program to start from here.
  env -i DENO_DIR="$eg_scratch" "./$eg_deno" eval --no-config --no-lock \
    'Deno.renameSync(Deno.args[0], Deno.args[1])' "$eg_scratch/tree" "$eg_place" || :
  eg_is_ready "$1"
) 2>/dev/null

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
exec "$eg_tree/scripts/execguard" "$@"
