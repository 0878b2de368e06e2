#!/bin/sh
# fetch_debian.sh source NAME       : the upstream sources of a Debian package, in ./NAME
# fetch_debian.sh packages NAME...  : the files of binary packages, in ./tools
#
# Needs no root and changes nothing of the system: lists and cache of its own. Sources come from where
# the system's own packages come from.
set -eu

here=$PWD
kind=$1
shift
mkdir -p "$here/apt/lists/partial" "$here/apt/cache/archives/partial"

if [ "$kind" = packages ]; then
  mkdir -p "$here/tools" && cd "$here/apt"
  apt-get download "$@"
  for name; do dpkg-deb -x "$name"_*.deb "$here/tools"; done
  exit
fi

list=$here/apt/sources
mkdir -p "$list"
for file in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
  case $file in
    *.list) sed -n 's/^deb /deb-src /p' "$file" 2>/dev/null >"$list/${file##*/}" || true ;;
    *.sources) sed 's/^Types:.*/Types: deb-src/' "$file" >"$list/${file##*/}" ;;
  esac
done
apt() {
  apt-get -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$list" \
    -o "Dir::State::lists=$here/apt/lists" -o "Dir::Cache=$here/apt/cache" "$@"
}
apt update
cd "$here/apt"
apt source --download-only --tar-only "$1"
mkdir "$here/$1"
tar -xf "$1"_*.orig.tar.* -C "$here/$1" --strip-components=1
