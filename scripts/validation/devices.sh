# The devices of scripts/validate, which sources it: each as large as the recipe's disk.
# shellcheck shell=bash disable=SC2154

build_slow_disk() {
  # shellcheck disable=SC2046
  g++ -std=c++20 -O2 "$project/scripts/validation/slow_disk.cc" -o /mnt/slow_disk \
    $(pkg-config --cflags --libs fuse3)
}

declare -A device_of served_by zram_of

make_device() {  # KIND
  local bytes=$((size_mib << 20)) file
  case $1 in
    memory | disk)
      file=/dev/shm/ioreel-validate.$$
      [ "$1" = memory ] || file=/mnt/target.img
      fallocate -l $bytes $file 2>/dev/null || truncate -s $bytes $file
      device_of[$1]=$(losetup -f --show --direct-io=on $file 2>/dev/null || losetup -f --show $file)
      [ "$1" = disk ] || rm $file  # the loop device holds it
      ;;
    zram)
      zram_of[$1]=$(cat /sys/class/zram-control/hot_add)
      echo $bytes >"/sys/block/zram${zram_of[$1]}/disksize"
      device_of[$1]=/dev/zram${zram_of[$1]}
      ;;
    slow) make_slow slow read_us=300 write_us=150 flush_us=1000 channels=8 mb_per_s=100 ;;
    slower) make_slow slower read_us=2000 write_us=1000 flush_us=8000 channels=2 mb_per_s=60 ;;
  esac
  echo 128 >"/sys/block/${device_of[$1]#/dev/}/queue/read_ahead_kb"
  echo 0 >"/sys/block/${device_of[$1]#/dev/}/queue/rotational"
}

make_slow() {  # KIND FIGURE...
  mkdir -p "/mnt/$1"
  /mnt/slow_disk "/mnt/$1" size=$((size_mib << 20)) "${@:2}" &
  served_by[$1]=$!
  until mountpoint -q "/mnt/$1"; do sleep 0.1; done
  device_of[$1]=$(losetup -f --show --direct-io=on "/mnt/$1/disk")
}

remove_devices() {
  local kind
  for kind in "${!device_of[@]}"; do
    [ -n "${zram_of[$kind]:-}" ] || losetup -d "${device_of[$kind]}"
  done
  for kind in "${!zram_of[@]}"; do echo "${zram_of[$kind]}" >/sys/class/zram-control/hot_remove; done
  for kind in "${!served_by[@]}"; do
    umount "/mnt/$kind" || kill "${served_by[$kind]}"
    wait "${served_by[$kind]}" || true
  done
  rm -f /mnt/target.img
  device_of=() served_by=() zram_of=()
}

with_delays() {  # KIND yes|no
  [ -z "${served_by[$1]:-}" ] || kill "-$([ "$2" = yes ] && echo USR2 || echo USR1)" "${served_by[$1]}"
}

restore() {  # IMAGE: the device at hand holds what the application begins with
  device=${device_of[$kind]}
  with_delays "$kind" no
  blkdiscard -f "$device"
  dd if="$1" of="$device" bs=1M conv=sparse,fsync status=none
  blockdev --flushbufs "$device"
  with_delays "$kind" yes
}
