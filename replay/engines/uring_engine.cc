#include "replay/engines/uring_engine.h"

#include <fcntl.h>
#include <liburing.h>
#include <linux/fs.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/uio.h>

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/sysfs_block.h"
#include "base/units.h"
#include "replay/engines/kernel_queue.h"

namespace ioreel {
namespace {

constexpr int kMostEntries = 32'768;  // IORING_MAX_ENTRIES of the kernel
constexpr uint64_t kWatchData = ~uint64_t{0};
constexpr size_t kMaxBufferPiece = size_t{1} << 30;  // of one registered buffer; the kernel's limit

constexpr unsigned kSubmitterIdleMs = 20;  // until a thread of the kernel that submits sleeps

struct SetupChoice {
  unsigned flags;
  const char* what;
};
constexpr unsigned kDeferred = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN;
// Best first; kernels refuse flags they do not know. The first two where they have been asked for.
constexpr SetupChoice kSetups[] = {
    {kDeferred | IORING_SETUP_IOPOLL, "single issuer, deferred task run, polled completions"},
    {IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_SQPOLL, "single issuer, the kernel's own submitter"},
    {kDeferred, "single issuer, deferred task run"},
    {IORING_SETUP_COOP_TASKRUN | IORING_SETUP_TASKRUN_FLAG, "cooperative task run"},
    {0, "plain"},
};

/// Whether completions of direct I/O on `fd` can be polled for: its queue has hardware queues that
/// make no interrupt.
bool IsPolled(int fd) {
  struct stat status;
  if (fstat(fd, &status) != 0 || !S_ISBLK(status.st_mode)) return false;
  if ((fcntl(fd, F_GETFL) & O_DIRECT) == 0) return false;
  const auto device = SysfsBlock::Find(status.st_rdev);
  return device.has_value() && device->Disk().Number("queue/io_poll") == 1;
}

class UringEngine : public KernelQueue {
 public:
  ~UringEngine() override {
    if (open_) io_uring_queue_exit(&ring_);
  }
  absl::string_view name() const override { return "io_uring"; }
  std::string details() const override { return absl::StrJoin(obtained_, ", "); }

 protected:
  absl::Status OpenQueue(const EngineOptions& options) override;
  size_t SubmitToQueue(absl::Span<const DeviceIo> ios) override;
  size_t Reap(int64_t now_ns, std::vector<Completion>* out) override;
  void Sleep(int64_t ns, int event_fd) override;
  bool Takes(const DeviceIo& io) const override;
  bool MustSpin() const override { return polled_ && in_queue_ > 0; }

 private:
  absl::Status SetUp(unsigned entries, unsigned wanted);
  void RegisterFiles(const EngineOptions& options);
  void RegisterBuffers(const EngineOptions& options);
  void Prepare(io_uring_sqe* sqe, const DeviceIo& io) const;
  int BufferIndex(const DeviceIo& io) const;
  void FlushQueue();

  io_uring ring_ = {};
  bool open_ = false;
  bool deferred_ = false;
  bool polled_ = false;
  size_t in_queue_ = 0;
  bool fixed_files_ = false;
  const char* buffers_ = nullptr;  ///< registered area
  size_t buffer_bytes_ = 0;
  bool watching_ = false;
  std::vector<std::string> obtained_;
};

/// `wanted` of IORING_SETUP_IOPOLL and IORING_SETUP_SQPOLL.
absl::Status UringEngine::SetUp(unsigned entries, unsigned wanted) {
  int error = 0;
  for (const SetupChoice& choice : kSetups) {
    const unsigned special = choice.flags & (IORING_SETUP_IOPOLL | IORING_SETUP_SQPOLL);
    if ((special & ~wanted) != 0) continue;
    io_uring_params params = {};
    params.sq_thread_idle = kSubmitterIdleMs;
    params.flags = choice.flags | IORING_SETUP_CLAMP | IORING_SETUP_CQSIZE;
    params.cq_entries = 2 * entries;
    error = -io_uring_queue_init_params(entries, &ring_, &params);
    if (error == 0) {
      open_ = true;
      deferred_ = (choice.flags & IORING_SETUP_DEFER_TASKRUN) != 0;
      polled_ = (choice.flags & IORING_SETUP_IOPOLL) != 0;
      obtained_.push_back(choice.what);
      return absl::OkStatus();
    }
    if (error != EINVAL && special == 0) break;
  }
  if (error == ENOSYS || error == EPERM) {
    return absl::UnimplementedError(
        "io_uring: this kernel has it switched off (see /proc/sys/kernel/io_uring_disabled)");
  }
  return ErrnoError(error, "io_uring: io_uring_setup");
}

absl::Status UringEngine::OpenQueue(const EngineOptions& options) {
  // Who polls never sleeps, so that it is for those only who would spin anyway.
  const bool polls = options.poll_ns > 0 && !options.fds.empty() &&
                     std::all_of(options.fds.begin(), options.fds.end(), IsPolled);
  const unsigned wanted =
      (polls ? IORING_SETUP_IOPOLL : 0) | (options.kernel_submits ? IORING_SETUP_SQPOLL : 0);
  IOREEL_RETURN_IF_ERROR(SetUp(options.depth + 1, wanted));
  RegisterFiles(options);
  RegisterBuffers(options);
  return absl::OkStatus();
}

void UringEngine::RegisterFiles(const EngineOptions& options) {
  if (options.fds.empty()) return;
  fixed_files_ = io_uring_register_files(&ring_, options.fds.data(), options.fds.size()) == 0;
  if (fixed_files_) obtained_.push_back("registered files");
}

void UringEngine::RegisterBuffers(const EngineOptions& options) {
  if (options.buffer_bytes == 0) return;
  auto* base = static_cast<char*>(options.buffer_base);
  std::vector<iovec> pieces;
  for (size_t at = 0; at < options.buffer_bytes; at += kMaxBufferPiece) {
    pieces.push_back({base + at, std::min(kMaxBufferPiece, options.buffer_bytes - at)});
  }
  if (io_uring_register_buffers(&ring_, pieces.data(), pieces.size()) != 0) {
    obtained_.push_back("buffers not registered (memlock limit)");
    return;
  }
  buffers_ = base;
  buffer_bytes_ = options.buffer_bytes;
  obtained_.push_back("registered buffers");
}

int UringEngine::BufferIndex(const DeviceIo& io) const {
  const auto* data = static_cast<const char*>(io.buffer);
  if (buffers_ == nullptr || data < buffers_ || data + io.length > buffers_ + buffer_bytes_) {
    return -1;
  }
  const size_t first = (data - buffers_) / kMaxBufferPiece;
  const size_t last = (data + io.length - 1 - buffers_) / kMaxBufferPiece;
  return first == last ? static_cast<int>(first) : -1;
}

void UringEngine::Prepare(io_uring_sqe* sqe, const DeviceIo& io) const {
  const int fd = fixed_files_ ? io.device : io.fd;
  const int buffer = BufferIndex(io);
  const auto length = static_cast<unsigned>(io.length);
  if (io.op == Op::kFlush) {
    io_uring_prep_fsync(sqe, fd, IORING_FSYNC_DATASYNC);
  } else if (io.op == Op::kRead && buffer >= 0) {
    io_uring_prep_read_fixed(sqe, fd, io.buffer, length, io.offset, buffer);
  } else if (io.op == Op::kRead) {
    io_uring_prep_read(sqe, fd, io.buffer, length, io.offset);
  } else if (buffer >= 0) {
    io_uring_prep_write_fixed(sqe, fd, io.buffer, length, io.offset, buffer);
  } else {
    io_uring_prep_write(sqe, fd, io.buffer, length, io.offset);
  }
  if (io.fua) sqe->rw_flags = RWF_DSYNC;
  if (fixed_files_) sqe->flags |= IOSQE_FIXED_FILE;
  io_uring_sqe_set_data64(sqe, io.tag);
}

/// A polled ring knows reads and writes only, and has no way for what a write through may need.
bool UringEngine::Takes(const DeviceIo& io) const {
  return KernelQueue::Takes(io) && (!polled_ || (HasPayload(io.op) && !io.fua));
}

void UringEngine::FlushQueue() {
  while (io_uring_sq_ready(&ring_) > 0 && io_uring_submit(&ring_) == -EINTR) {
  }
}

size_t UringEngine::SubmitToQueue(absl::Span<const DeviceIo> ios) {
  size_t taken = 0;
  for (const DeviceIo& io : ios) {
    io_uring_sqe* sqe = io_uring_get_sqe(&ring_);
    if (sqe == nullptr) break;
    Prepare(sqe, io);
    ++taken;
  }
  FlushQueue();
  in_queue_ += taken;
  return taken;
}

size_t UringEngine::Reap(int64_t now_ns, std::vector<Completion>* out) {
  FlushQueue();
  // With deferred task run completions come to light in a system call only.
  if (deferred_) io_uring_get_events(&ring_);
  size_t seen = 0, n = 0;
  unsigned head;
  io_uring_cqe* cqe;
  io_uring_for_each_cqe(&ring_, head, cqe) {
    ++seen;
    if (cqe->user_data == kWatchData) {
      watching_ = false;
      continue;
    }
    out->push_back({.tag = cqe->user_data, .time_ns = now_ns, .result = cqe->res});
    ++n;
  }
  io_uring_cq_advance(&ring_, seen);
  in_queue_ -= n;
  return n;
}

void UringEngine::Sleep(int64_t ns, int event_fd) {
  const timespec time = {.tv_sec = ns / 1'000'000'000, .tv_nsec = ns % 1'000'000'000};
  if (polled_) {  // nothing is in the queue
    pollfd event = {.fd = event_fd, .events = POLLIN, .revents = 0};
    ppoll(&event, 1, &time, nullptr);
    return;
  }
  if (event_fd >= 0 && !watching_) {
    if (io_uring_sqe* sqe = io_uring_get_sqe(&ring_)) {
      io_uring_prep_poll_add(sqe, event_fd, POLLIN);
      io_uring_sqe_set_data64(sqe, kWatchData);
      FlushQueue();
      watching_ = true;
    }
  }
  __kernel_timespec timeout = {.tv_sec = time.tv_sec, .tv_nsec = time.tv_nsec};
  io_uring_cqe* cqe;
  io_uring_wait_cqes(&ring_, &cqe, 1, &timeout, nullptr);
}

}  // namespace

absl::Status CheckUringDepth(int depth) {
  if (depth <= kMostEntries) return absl::OkStatus();
  return absl::OutOfRangeError(
      absl::StrCat("--depth ", depth, ": io_uring takes at most ", FormatCount(kMostEntries),
                   " I/Os in flight; give a lower --depth, or another --engine"));
}

std::unique_ptr<Engine> MakeUringEngine() { return std::make_unique<UringEngine>(); }

}  // namespace ioreel
