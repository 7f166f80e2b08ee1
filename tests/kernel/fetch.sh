#!/usr/bin/env bash
# Puts a stock Debian kernel that has gpio-sim into $SPYTT_KERNEL_CACHE/VERSION (vmlinux, modules/NN-*.ko).
# Nothing is installed: apt reads the suite with files of its own. Exit 3, and why: it cannot be had.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${SPYTT_KERNEL_CACHE:-$HOME/.cache/spytt-kernel}
python=${PYTHON:-python3}
modules=(9p 9pnet_virtio configfs gpio-sim)

cannot() { echo "NOT RUN: $*" >&2; exit 3; }
for tool in apt-get dpkg-deb depmod modprobe xz zstd tar; do
  command -v "$tool" >/dev/null || PATH=$PATH:/usr/sbin:/sbin command -v "$tool" >/dev/null || cannot "$tool is missing"
done
PATH=$PATH:/usr/sbin:/sbin
mkdir -p "$cache"
site=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 2>/dev/null | grep -E '/debian/?$' | head -1)

# apt, as if this machine were of suite $1.
apt_of() {
  local tree=$cache/apt-$1 tool=$2; shift 2
  "$tool" -o Dir::Etc::SourceList=/dev/null -o Dir::Etc::SourceParts="$tree/sources" \
    -o Dir::Etc::Preferences=/dev/null -o Dir::Etc::PreferencesParts=/dev/null \
    -o Dir::State="$tree/state" -o Dir::State::status=/dev/null -o Dir::Cache="$tree/cache" \
    -o APT::Architecture=amd64 -o APT::Sandbox::User=root -o Acquire::Languages=none \
    -o Acquire::IndexTargets::deb::Contents-deb::DefaultEnabled=false -o Acquire::Retries=2 "$@"
}

read_suite() {
  local tree=$cache/apt-$1
  mkdir -p "$tree"/{sources,state/lists/partial,cache/archives/partial}
  printf 'Types: deb\nURIs: %s\nSuites: %s\nComponents: main\nArchitectures: amd64\nSigned-By: %s\n' \
    "$site" "$1" /usr/share/keyrings/debian-archive-keyring.gpg > "$tree/sources/$1.sources"
  apt_of "$1" apt-get -qq update >&2
}

# Unpacks the newest kernel of suite $1; prints its folder.
fetch_from() {
  local suite=$1 image version parts work
  image=$(apt_of "$suite" apt-cache depends linux-image-amd64 | awk '/Depends: linux-image-[0-9]/ {print $2; exit}')
  [ -n "$image" ] || return 1
  version=${image#linux-image-}
  if [ -e "$cache/$version/vmlinux" ]; then echo "$cache/$version"; return; fi
  # The image may be split: all that it needs of its own version belongs to it.
  parts=$(apt_of "$suite" apt-cache depends "$image" | awk -v end="-$version" \
    '/Depends:/ && index($2, "linux-") == 1 && substr($2, length($2) - length(end) + 1) == end {print $2}')
  work=$(mktemp -d "$cache/new.XXXX")
  mkdir -p "$work/root/usr/lib" "$work/kernel/modules"
  ln -s usr/lib "$work/root/lib"
  (cd "$work" && apt_of "$suite" apt-get -qq download "$image" $parts >&2) || { rm -rf "$work"; return 1; }
  for deb in "$work"/*.deb; do
    dpkg-deb --fsys-tarfile "$deb" | tar -x -C "$work/root" --keep-directory-symlink --wildcards --no-anchored \
      'vmlinuz*' 'modules.order' 'modules.builtin*' kernel/drivers/gpio kernel/drivers/virtio \
      kernel/fs/9p kernel/fs/netfs kernel/fs/configfs kernel/net/9p 2>/dev/null || true
  done
  if find "$work/root/" -name 'gpio-sim.ko*' | grep -q .; then
    depmod -b "$work/root" "$version"
    put_modules "$work/root" "$version" "$work/kernel/modules"
    "$python" "$here/unpack_kernel.py" "$(find "$work/root/" -name 'vmlinuz*' -type f | head -1)" "$work/kernel/vmlinux"
    mv "$work/kernel" "$cache/$version"
    echo "$cache/$version"
  fi
  rm -rf "$work"
}

# Unpacks the modules of root $1, kernel $2 into $3, numbered in the order in which they load.
put_modules() {
  local number=10 file name
  for name in "${modules[@]}"; do modprobe -d "$1" -S "$2" --show-depends "$name"; done |
    awk '$1 == "insmod" && !seen[$2]++ {print $2}' |
    while read -r file; do
      name=$(basename "$file")
      case $name in
        *.xz) xz -dc "$file" > "$3/$number-${name%.xz}" ;;
        *.zst) zstd -qdc "$file" > "$3/$number-${name%.zst}" ;;
        *) cp "$file" "$3/$number-$name" ;;
      esac
      number=$((number + 1))
    done
}

for suite in sid forky trixie-backports; do
  [ -n "$site" ] && read_suite "$suite" && found=$(fetch_from "$suite") && [ -n "$found" ] && { echo "$found"; exit; }
done
newest=$(ls -1dt "$cache"/*/vmlinux 2>/dev/null | head -1 || true)
[ -n "$newest" ] && { dirname "$newest"; exit; }
[ -n "$site" ] || cannot "this machine's apt names no Debian mirror"
cannot "no suite gives a kernel that has gpio-sim"
