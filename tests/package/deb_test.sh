#!/bin/bash
# Makes the Debian package, installs it into an empty root, and runs what it installed.
#   deb_test.sh BUILD-FOLDER
set -euo pipefail
export LC_ALL=C
build=$(realpath "$1")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
  echo "deb_test: $*" >&2
  exit 1
}

cpack --config "$build/CPackConfig.cmake" -G DEB -B "$work/out" >"$work/log" 2>&1 ||
  fail "cpack: $(tail -n 20 "$work/log")"
deb=$(echo "$work"/out/*.deb)

depends=$(dpkg-deb -f "$deb" Depends)
for library in libc6 libabsl liburing2 libaio1 libzstd1 libblkid1; do
  [[ $depends == *"$library"* ]] || fail "depends on '$depends', not on $library"
done

mkdir -p "$work"/root/var/lib/dpkg/{info,updates}
touch "$work/root/var/lib/dpkg/status"
dpkg --root="$work/root" --force-not-root --force-depends --install "$deb" >"$work/log" 2>&1 ||
  fail "dpkg: $(cat "$work/log")"
[[ $(dpkg-query --admindir="$work/root/var/lib/dpkg" -W -f '${db:Status-Status}' ioreel) == installed ]] ||
  fail "dpkg does not call it installed"

cd "$work"
usr=$work/root/usr
version=$(dpkg-deb -f "$deb" Version)
[ "$("$usr/bin/ioreel" --version)" = "ioreel $version" ] || fail "is not version $version"
printf 'time[ns],op,offset[B],length[B]\n0,read,0,4096\n1000,write,4096,4096\n' >two.csv
"$usr/bin/ioreel" convert two.csv -o two.ioreel || fail "does not convert"
"$usr/bin/ioreel" replay two.ioreel --target drive --create auto -o result.json >text ||
  fail "does not replay: $(cat text)"
grep -q '2 of 2 issued' text || fail "replays otherwise: $(cat text)"
"$usr/bin/ioreel" list drives >text || fail "lists no drives"
grep -q '^intel-520-240: ' text || fail "lists other drives: $(cat text)"
for page in ioreel ioreel-record ioreel-replay; do
  [ -s "$usr/share/man/man1/$page.1" ] || fail "has no manual page $page"
done
bash -c "source '$usr/share/bash-completion/completions/ioreel' && declare -F _ioreel" >/dev/null ||
  fail "has no completion for bash"
[ -s "$usr/share/zsh/site-functions/_ioreel" ] || fail "has no completion for zsh"
[ -s "$usr/share/doc/ioreel/copyright" ] || fail "has no licence"

"$usr/bin/ioreel" suite run --dry-run --target sim:1t >text || fail "does not find its suite: $(cat text)"
grep -q 'dry run' text || fail "plans its suite otherwise: $(cat text)"

cmake --install "$build" --prefix "$work/prefix" >/dev/null
[ "$("$work/prefix/bin/ioreel" --version)" = "ioreel $version" ] || fail "cmake --install differs"
