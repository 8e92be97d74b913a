#include "replay/device.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/magic.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/mount_table.h"
#include "base/status_macros.h"
#include "base/sysfs_block.h"

namespace ioreel {
namespace {

/// The kernel takes io_uring's files back some time after their process has ended: a replay must
/// not fail because of the one before it.
constexpr int kBusyTries = 100;
constexpr auto kBusyWait = std::chrono::milliseconds(20);

/// First non-empty attribute; drivers put the same thing in different places.
std::string FirstText(const SysfsBlock& disk, std::initializer_list<absl::string_view> attributes) {
  for (absl::string_view attribute : attributes) {
    if (std::string text = disk.Text(attribute); !text.empty()) return text;
  }
  return "";
}

/// "none [mq-deadline] kyber" -> "mq-deadline"
std::string ChosenOf(const std::string& choices) {
  for (absl::string_view choice : absl::StrSplit(choices, ' ')) {
    if (choice.size() > 2 && choice.front() == '[') {
      return std::string(choice.substr(1, choice.size() - 2));
    }
  }
  return choices;
}

void DescribeDisk(const SysfsBlock& disk, TargetFacts* facts) {
  facts->model = FirstText(disk, {"device/model", "dm/name", "md/level"});
  facts->serial = FirstText(disk, {"device/serial", "serial", "dm/uuid", "md/uuid"});
  facts->wwid = FirstText(disk, {"wwid", "device/wwid", "nguid"});
  facts->scheduler = ChosenOf(disk.Text("queue/scheduler"));
  if (const auto rotational = disk.Number("queue/rotational")) facts->rotational = *rotational != 0;
}

std::string FilesystemOf(dev_t number) {
  std::string found;
  for (const Mount& mount : ReadMountTable()) {
    if (makedev(mount.major, mount.minor) == number) found = mount.filesystem;
  }
  return found;
}

/// Alignment that direct I/O on this file needs, 0 = there is none; nullopt where the kernel does
/// not tell.
std::optional<uint32_t> DirectAlignment(int fd) {
  struct statx facts;
  if (statx(fd, "", AT_EMPTY_PATH, STATX_DIOALIGN, &facts) != 0) return std::nullopt;
  if (!(facts.stx_mask & STATX_DIOALIGN)) return std::nullopt;
  return facts.stx_dio_offset_align;
}

/// What the file's file system is, one of linux/magic.h; 0 where that cannot be told.
uint32_t MagicOf(int fd) {
  struct statfs facts;
  return fstatfs(fd, &facts) == 0 ? static_cast<uint32_t>(facts.f_type) : 0;
}

/// Of devtmpfs, too, which is a tmpfs or ramfs underneath.
bool LiesInMemory(int fd) {
  const uint32_t magic = MagicOf(fd);
  return magic == TMPFS_MAGIC || magic == RAMFS_MAGIC || magic == HUGETLBFS_MAGIC;
}

/// Whether FALLOC_FL_PUNCH_HOLE works: told by the file system, as a trial would be a write.
bool PunchesHoles(int fd) {
  const uint32_t magic = MagicOf(fd);
  return magic != RAMFS_MAGIC && magic != MSDOS_SUPER_MAGIC && magic != EXFAT_SUPER_MAGIC;
}

/// Whether FALLOC_FL_ZERO_RANGE works; few file systems have it.
bool ZeroesRanges(int fd) {
  constexpr uint32_t kBcachefs = 0xca451a4e, kZfs = 0x2fc12fc1;  // not in every linux/magic.h
  switch (MagicOf(fd)) {
    case EXT4_SUPER_MAGIC: {  // of ext2 and ext3, too, whose files have no extents
      int flags = 0;
      return ioctl(fd, FS_IOC_GETFLAGS, &flags) == 0 && (flags & FS_EXTENT_FL);
    }
    case XFS_SUPER_MAGIC:
    case BTRFS_SUPER_MAGIC:
    case F2FS_SUPER_MAGIC:
    case kBcachefs:
    case kZfs:
      return true;
    default:
      return false;
  }
}

absl::StatusOr<ScopedFd> OpenDirect(const std::string& path, int flags, bool* o_direct) {
  auto fd = OpenFd(path, flags | O_DIRECT);
  *o_direct = fd.ok();
  if (fd.ok() || !absl::IsInvalidArgument(fd.status())) return fd;
  return OpenFd(path, flags);
}

}  // namespace

std::string PathText(const std::string& path) {
  std::error_code error;
  const std::filesystem::path real = std::filesystem::canonical(path, error);
  if (error || std::filesystem::absolute(path).lexically_normal() == real) return path;
  return absl::StrCat(path, " (a link to ", real.string(), ")");
}

absl::StatusOr<Device> Device::Open(const std::string& path) {
  Device device;
  device.path_ = path;
  IOREEL_ASSIGN_OR_RETURN(device.fd_, OpenDirect(path, O_RDONLY | O_NONBLOCK, &device.o_direct_));
  IOREEL_RETURN_IF_ERROR(device.Examine());
  return device;
}

absl::Status Device::AllowWrites(bool exclusive) {
  const std::string same = absl::StrCat("/proc/self/fd/", fd());
  const int flags = O_RDWR | (is_block_ && exclusive ? O_EXCL : 0);
  auto writable = OpenDirect(same, flags, &o_direct_);
  for (int i = 0; i < kBusyTries && absl::IsFailedPrecondition(writable.status()); ++i) {
    std::this_thread::sleep_for(kBusyWait);
    writable = OpenDirect(same, flags, &o_direct_);
  }
  if (!writable.ok()) {
    return absl::Status(writable.status().code(),
                        absl::StrCat("cannot open ", path_, " for writing",
                                     absl::IsFailedPrecondition(writable.status())
                                         ? ": the kernel or another program holds it"
                                         : absl::StrCat(" (", writable.status().message(), ")")));
  }
  fd_ = *std::move(writable);
  return absl::OkStatus();
}

absl::Status Device::Examine() {
  struct stat st;
  if (fstat(fd(), &st) != 0) return ErrnoError(errno, "cannot examine", path_);
  facts_.spec = path_;
  if (S_ISBLK(st.st_mode)) {
    is_block_ = true;
    number_ = st.st_rdev;
    if (ioctl(fd(), BLKGETSIZE64, &limits_.size_bytes) != 0) {
      return ErrnoError(errno, "cannot tell the size of", path_);
    }
    ExamineBlock(st.st_rdev);
  } else if (S_ISREG(st.st_mode)) {
    limits_.size_bytes = static_cast<uint64_t>(st.st_size);
    ExamineFile(st.st_dev);
  } else {
    return absl::FailedPreconditionError(
        absl::StrCat(path_, " is neither a regular file nor a block device"));
  }
  facts_.size_bytes = limits_.size_bytes;
  facts_.logical_block_bytes = limits_.block_bytes;
  return absl::OkStatus();
}

void Device::ExamineBlock(uint64_t number) {
  facts_.kind = "device";
  facts_.direct = o_direct_ && !TakesUnalignedReads();
  limits_.write_zeroes = true;
  int block_bytes = 0;
  if (ioctl(fd(), BLKSSZGET, &block_bytes) == 0) {
    limits_.block_bytes = static_cast<uint32_t>(block_bytes);
  }
  const auto block = SysfsBlock::Find(number);
  if (!block) return;
  const SysfsBlock disk = block->Disk();
  DescribeDisk(disk, &facts_);
  limits_.discard = disk.Number("queue/discard_max_bytes").value_or(0) > 0;
  limits_.fua =
      disk.Number("queue/fua").value_or(0) > 0 || disk.Text("queue/write_cache") != "write back";
  if (disk.Text("loop/dio") == "0") {
    doubts_.push_back(absl::StrCat(path_,
                                   " keeps its backing file in the page cache: it measures "
                                   "memory; set it up with losetup --direct-io=on"));
  }
}

void Device::ExamineFile(uint64_t filesystem_number) {
  facts_.kind = "file";
  facts_.filesystem = FilesystemOf(filesystem_number);
  limits_.discard = PunchesHoles(fd());
  limits_.write_zeroes = ZeroesRanges(fd());
  const auto block = SysfsBlock::Find(filesystem_number);
  if (block) DescribeDisk(block->Disk(), &facts_);
  const auto told = DirectAlignment(fd());
  facts_.direct = o_direct_ && !LiesInMemory(fd()) && (told ? *told > 0 : !TakesUnalignedReads());
  if (!facts_.direct) {
    limits_.block_bytes = 1;
  } else if (told) {
    limits_.block_bytes = *told;
  } else if (block) {
    const uint64_t bytes = block->Disk().Number("queue/logical_block_size").value_or(512);
    limits_.block_bytes = static_cast<uint32_t>(bytes);
  }
}

/// Direct I/O that is not aligned must fail; where it succeeds the page cache answers. (In a hole
/// it succeeds always.)
bool Device::TakesUnalignedReads() const {
  if (!is_block_ && lseek(fd(), 0, SEEK_DATA) != 0) return false;
  alignas(4096) static char buffer[4096];
  return pread(fd(), buffer, 1, 1) == 1;
}

}  // namespace ioreel
