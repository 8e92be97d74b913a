# The common ground of the recipes; scripts/record-suite sources it. Everything lies in /mnt, which is
# a place of our own there: disk.img, the root it holds, and site: pages served from outside.
# shellcheck shell=bash
#
# A recipe is a file of declarations and of two functions, both run in the root, as `user`:
#   title      what is done, one sentence           prepare   makes the data, the same each time
#   packages   Debian packages to install           session   what is recorded
# and where it needs them: filesystem (ext4), size_mib (4096), display (no), as (user; or root),
# served (no: what prepare leaves in /srv is served at http://127.0.0.1:8017 during the session).

readonly disk=/mnt/disk.img root=/mnt/root site=/mnt/site port=8017
device=  # where it is set, the block device that takes the place of disk.img
loop=
loop_was=()
xvfb=

say() { printf '\n== %s\n' "$*"; }
fail() { echo "record-suite: $*" >&2; exit 1; }

load_recipe() {  # NAME: sets its declarations, or the defaults
  title=
  packages=()
  filesystem=ext4
  size_mib=4096
  display=no
  as=user
  served=no
  # shellcheck source=/dev/null
  . "$recipes/$1"
}

make_disk() {
  rm -f $disk
  fallocate -l "${size_mib}M" $disk 2>/dev/null || truncate -s "${size_mib}M" $disk
  attach_disk
  case $filesystem in
    ext4) mkfs.ext4 -q -E nodiscard,lazy_itable_init=0,lazy_journal_init=0 "$loop" ;;
    xfs) mkfs.xfs -q -K "$loop" ;;
    btrfs) mkfs.btrfs -q -K "$loop" >/dev/null ;;
    *) fail "no filesystem '$filesystem' here: ext4, xfs or btrfs" ;;
  esac
}

attach_disk() {  # with the readahead and the look of a solid-state drive, which a loop has not
  loop=$device
  [ -n "$device" ] ||
    loop=$(losetup -f --show --direct-io=on $disk 2>/dev/null || losetup -f --show $disk)
  local queue=/sys/block/${loop#/dev/}/queue
  loop_was=("$(<"$queue/read_ahead_kb")" "$(<"$queue/rotational")")
  echo 128 >"$queue/read_ahead_kb"
  echo 0 >"$queue/rotational"
}

enter_mounts() {
  mkdir -p $root
  mount "$loop" $root
  mkdir -p $root/{dev,proc,run,sys}
  mount --bind /dev $root/dev
  mount -t tmpfs tmpfs $root/dev/shm
  mount -t tmpfs tmpfs $root/run
  mount --rbind /sys $root/sys
  install -d -m 700 -o 1000 -g 1000 $root/run/user/1000
}

leave_mounts() {
  ! mountpoint -q $root || umount -R $root
}

detach_disk() {
  [ -n "$loop" ] || return 0
  echo "${loop_was[0]}" >"/sys/block/${loop#/dev/}/queue/read_ahead_kb"
  echo "${loop_was[1]}" >"/sys/block/${loop#/dev/}/queue/rotational"
  [ -n "$device" ] || losetup -d "$loop"
  loop=
}

in_root() {  # UID COMMAND...: the words of a command that runs it in the root; ends what it leaves
  inside=(unshare --pid --fork --kill-child --mount-proc=$root/proc
          chroot --userspec="$1:$1" $root env -i)
  inside+=(PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/games)
  inside+=(LANG=C.UTF-8 TZ=UTC LIBGL_ALWAYS_SOFTWARE=1 XDG_RUNTIME_DIR="/run/user/$1")
  inside+=(DEBIAN_FRONTEND=noninteractive SOURCE_DATE_EPOCH=1700000000)
  [ -z "$xvfb" ] || inside+=(DISPLAY=":$(</mnt/display)")
  if [ "$1" = 0 ]; then inside+=(HOME=/root USER=root); else inside+=(HOME=/home/user USER=user); fi
  inside+=("${@:2}")
}

recipe_step() {  # UID NAME STEP: sets `inside` to run a function of the recipe
  in_root "$1" bash -euo pipefail -c "cd; . /opt/recipes/$2; $3"
}

install_userland() {  # NAME
  mkdir -p "$cache"/{archives,lists}/partial
  [ -s "$cache/base.tar" ] || {
    say "Debian's base system, once: $cache/base.tar"
    mmdebstrap --quiet --variant=minbase --format=tar bookworm "$cache/base.tar.new"
    mv "$cache/base.tar.new" "$cache/base.tar"
  }
  tar -C $root --exclude=./dev/* --numeric-owner -xf "$cache/base.tar"
  mount --bind "$cache/archives" $root/var/cache/apt/archives
  mount --bind "$cache/lists" $root/var/lib/apt/lists
  cp /etc/resolv.conf $root/etc/resolv.conf
  sed -i 's/^deb \(.*\)/&\ndeb-src \1/' $root/etc/apt/sources.list
  printf '#!/bin/sh\nexit 101\n' >$root/usr/sbin/policy-rc.d
  chmod +x $root/usr/sbin/policy-rc.d
  chroot $root useradd --create-home --shell /bin/bash user
  mkdir -p $root/opt/recipes
  install -m 644 "$recipes"/* $root/opt/recipes
  local apt=(apt-get -qq -o APT::Sandbox::User=root -o Dpkg::Use-Pty=0)
  [ -n "$(find "$cache/lists" -maxdepth 1 -name '*_Packages' -mmin -1440)" ] || {
    in_root 0 "${apt[@]}" update
    "${inside[@]}"
  }
  in_root 0 "${apt[@]}" -o Dpkg::Options::=--force-unsafe-io \
    install -y --no-install-recommends "${packages[@]}"
  "${inside[@]}" </dev/null >/mnt/install.log 2>&1 ||
    { tail -n 20 /mnt/install.log >&2; fail "apt-get could not install: ${packages[*]}"; }
}

prepare_disk() {  # NAME
  say "$1: $filesystem with Debian's ${packages[*]}"
  make_disk
  leave_mounts
  enter_mounts
  install_userland "$1"
  say "$1: its data"
  chmod 1777 $root/srv
  start_display
  recipe_step $([ $as = root ] && echo 0 || echo 1000) "$1" prepare
  "${inside[@]}" </dev/null
  stop_display
  rm $root/etc/resolv.conf
  chroot $root dpkg-query -W -f='${Package} ${Version}\n' "${packages[@]}" >$root/opt/versions
  leave_mounts
  detach_disk
}

start_display() {  # on the first number that is free
  [ $display = yes ] || return 0
  rm -f /mnt/display
  Xvfb -displayfd 9 -screen 0 1920x1080x24 -nolisten tcp -noreset 9>/mnt/display >/dev/null 2>&1 &
  xvfb=$!
  local tries
  for ((tries = 0; tries < 100; ++tries)); do
    [ ! -s /mnt/display ] || return 0
    sleep 0.1
  done
  fail "Xvfb does not start"
}

stop_display() {
  [ -z "$xvfb" ] || { kill "$xvfb"; wait "$xvfb" || true; } 2>/dev/null
  xvfb=
}

with_session() {  # NAME COMMAND...: runs COMMAND with the session's words behind it, on a fresh mount
  attach_disk
  rm -rf $site
  enter_mounts
  [ $served = no ] || cp -r $root/srv $site
  cp $root/opt/versions /mnt/versions
  install -m 644 "$recipes"/* $root/opt/recipes
  leave_mounts
  sync
  enter_mounts
  start_display
  recipe_step $([ $as = root ] && echo 0 || echo 1000) "$1" session
  local before=()
  # shellcheck disable=SC2016
  [ $served = no ] || before=(bash -c
    'python3 -m http.server -b 127.0.0.1 -d "$0" "$1" >/dev/null 2>&1 & server=$!
     status=0; "${@:2}" || status=$?; kill $server; exit $status' $site $port)
  "${@:2}" "${before[@]}" "${inside[@]}" </dev/null
  stop_display
  leave_mounts
  detach_disk
}

record_session() {  # NAME OUTPUT
  say "$1: recording"
  with_session "$1" record_to "$2"
}

record_to() {  # OUTPUT COMMAND...
  "$ioreel" record --drop-caches -d "$loop" -o "$1" -- "${@:2}"
}

clean_up() {
  trap '' INT TERM
  cd /
  stop_display || true
  leave_mounts || umount -R -l $root || true
  detach_disk || true
}
