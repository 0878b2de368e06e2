# Moves one thing into a trash folder. Nobody can lead it elsewhere meanwhile: each folder is entered,
# its canonical path compared, and reached from then on as a descriptor or as the work directory.
#
#   sh -c TEXT sh PARENT NAME TRASH ENTRY INFO HOW
#
# PARENT and TRASH are canonical. NAME in PARENT becomes ENTRY, or ENTRY.2 and so on, in TRASH. INFO is
# the text of its .trashinfo file. HOW is rename, or copy where the two lie on different file systems.
# Exits with 0 when moved, 3 when PARENT is not there any more, 4 when TRASH cannot be used, 5 when
# moving fails; what the programs say about it is on stderr.
parent=$1 name=$2 trash=$3 base=$4 info=$5 how=$6

enter() {
  cd -P -- "$1" && [ "$PWD" = "$1" ]
}

exists() {
  [ -e "$1" ] || [ -L "$1" ]
}

umask 077
mkdir -p -- "${trash%/*}"
exists "$trash" || mkdir -- "$trash"
enter "$trash" || exit 4
for folder in files info; do
  exists "$folder" || mkdir "$folder"
done
enter "$trash/info" && [ -O . ] && exec 4<. || exit 4
enter "$trash/files" && [ -O . ] && exec 3<. || exit 4
files=/proc/self/fd/3 notes=/proc/self/fd/4
enter "$parent" || exit 3

# A note that is made exclusively reserves the name among all who trash.
entry=$base number=1
set -C
until ! exists "$files/$entry" && printf '' >"$notes/$entry.trashinfo"; do
  exists "$files/$entry" || exists "$notes/$entry.trashinfo" || exit 4
  number=$((number + 1))
  entry=$base.$number
done
set +C

by_rename() {
  mv -n -- "./$name" "$files/$entry" || return
  # Some versions succeed without moving when the new name has appeared.
  ! exists "./$name"
}

by_copy() {
  # Taken away first: what cannot be taken from its folder must not stand in two places.
  aside=./.execguard-$$-$number
  ! exists "$aside" && mv -n -- "./$name" "$aside" && ! exists "./$name" || return
  if cp -a -- "$aside" "$files/$entry"; then
    rm -rf -- "$aside"
    return 0
  fi
  rm -rf -- "${files:?}/$entry"
  mv -n -- "$aside" "./$name"
  return 1
}

move() {
  case $how in
    rename) by_rename ;;
    copy) by_copy ;;
  esac
}

printf '%s' "$info" >>"$notes/$entry.trashinfo" && move && exit 0
rm -f -- "$notes/$entry.trashinfo"
exit 5
