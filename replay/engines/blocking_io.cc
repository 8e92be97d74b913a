#include "replay/engines/blocking_io.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/falloc.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace ioreel {
namespace {

/// Repeats `transfer` until all is moved, an error or the end of the file.
template <typename Transfer>
int64_t MoveAll(const DeviceIo& io, Transfer transfer) {
  uint64_t done = 0;
  while (done < io.length) {
    const ssize_t n =
        transfer(static_cast<char*>(io.buffer) + done, io.length - done, io.offset + done);
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return -errno;
    if (n == 0) break;
    done += n;
  }
  return static_cast<int64_t>(done);
}

int64_t ErrnoOf(int rc) { return rc < 0 ? -errno : 0; }

int64_t Write(const DeviceIo& io) {
  const int64_t done =
      MoveAll(io, [&](char* data, size_t n, uint64_t at) { return pwrite(io.fd, data, n, at); });
  if (done < 0 || !io.fua) return done;
  const int64_t flushed = ErrnoOf(fdatasync(io.fd));
  return flushed < 0 ? flushed : done;
}

int64_t RangeIoctl(const DeviceIo& io, unsigned long request) {
  uint64_t range[2] = {io.offset, io.length};
  return ErrnoOf(ioctl(io.fd, request, range));
}

bool IsBlockDevice(int fd) {
  struct stat status;
  return fstat(fd, &status) == 0 && S_ISBLK(status.st_mode);
}

int64_t ChangeRange(const DeviceIo& io) {
  const bool device = IsBlockDevice(io.fd);
  switch (io.op) {
    case Op::kDiscard:
      if (device) return RangeIoctl(io, BLKDISCARD);
      return ErrnoOf(
          fallocate(io.fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, io.offset, io.length));
    case Op::kWriteZeroes:
      if (device) return RangeIoctl(io, BLKZEROOUT);
      return ErrnoOf(
          fallocate(io.fd, FALLOC_FL_ZERO_RANGE | FALLOC_FL_KEEP_SIZE, io.offset, io.length));
    case Op::kSecureErase:
      return device ? RangeIoctl(io, BLKSECDISCARD) : -EOPNOTSUPP;
    default:
      return -EOPNOTSUPP;
  }
}

}  // namespace

bool IsQueueable(Op op) { return op == Op::kRead || op == Op::kWrite || op == Op::kFlush; }

int64_t DoBlockingIo(const DeviceIo& io) {
  switch (io.op) {
    case Op::kRead:
      return MoveAll(io,
                     [&](char* data, size_t n, uint64_t at) { return pread(io.fd, data, n, at); });
    case Op::kWrite:
      return Write(io);
    case Op::kFlush:
      return ErrnoOf(fdatasync(io.fd));
    default:
      return ChangeRange(io);
  }
}

}  // namespace ioreel
