#include "replay/engines/libaio_engine.h"

#include <errno.h>
#include <libaio.h>
#include <linux/fs.h>
#include <poll.h>

#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/units.h"
#include "replay/engines/aio_ring.h"
#include "replay/engines/kernel_queue.h"

namespace ioreel {
namespace {

constexpr size_t kMaxBatch = 64;
constexpr int kPollPlaces = 1;  // for the poll that wakes a sleep when a blocking op has completed

bool ReadNumber(const char* path, uint64_t* number) {
  const auto text = ReadFile(path);
  return text.ok() && absl::SimpleAtoi(absl::StripAsciiWhitespace(*text), number);
}

class LibaioEngine : public KernelQueue {
 public:
  ~LibaioEngine() override {
    if (context_ != nullptr) io_destroy(context_);
  }
  absl::string_view name() const override { return "libaio"; }
  std::string details() const override {
    return ring_.usable() ? "completions read from the shared ring" : "";
  }

 protected:
  absl::Status OpenQueue(const EngineOptions& options) override;
  size_t SubmitToQueue(absl::Span<const DeviceIo> ios) override;
  size_t Reap(int64_t now_ns, std::vector<Completion>* out) override;
  void Sleep(int64_t ns, int event_fd) override;
  // The kernel runs AIO's fdatasync on a worker thread bound to the CPU that submitted it.
  bool MustSleep() const override { return flushes_ > 0; }

 private:
  struct Slot {
    iocb control;
    uint64_t tag;
    bool flush;
  };

  void Prepare(Slot* slot, const DeviceIo& io);
  bool Take(const io_event& event, int64_t now_ns, std::vector<Completion>* out);
  void WatchEventFd(int event_fd);

  io_context_t context_ = nullptr;
  AioRing ring_;
  std::vector<Slot> slots_;
  std::vector<Slot*> free_;
  std::vector<io_event> slept_for_;  ///< completions that a Sleep brought
  iocb watch_ = {};
  bool watching_ = false;
  int flushes_ = 0;
};

absl::Status LibaioEngine::OpenQueue(const EngineOptions& options) {
  const int rc = io_setup(options.depth + kPollPlaces, &context_);
  if (rc < 0) return ErrnoError(-rc, "libaio: io_setup (see /proc/sys/fs/aio-max-nr)");
  ring_ = AioRing(context_);
  slots_.resize(options.depth);
  for (auto slot = slots_.rbegin(); slot != slots_.rend(); ++slot) free_.push_back(&*slot);
  return absl::OkStatus();
}

void LibaioEngine::Prepare(Slot* slot, const DeviceIo& io) {
  slot->tag = io.tag;
  slot->flush = io.op == Op::kFlush;
  if (slot->flush) {
    io_prep_fdsync(&slot->control, io.fd);
  } else if (io.op == Op::kRead) {
    io_prep_pread(&slot->control, io.fd, io.buffer, io.length, io.offset);
  } else {
    io_prep_pwrite(&slot->control, io.fd, io.buffer, io.length, io.offset);
    if (io.fua) slot->control.aio_rw_flags = RWF_DSYNC;
  }
  slot->control.data = slot;
}

size_t LibaioEngine::SubmitToQueue(absl::Span<const DeviceIo> ios) {
  size_t taken = 0;
  while (taken < ios.size() && !free_.empty()) {
    iocb* batch[kMaxBatch];
    const size_t n = std::min({ios.size() - taken, free_.size(), kMaxBatch});
    for (size_t i = 0; i < n; ++i) {
      Slot* slot = free_[free_.size() - 1 - i];
      Prepare(slot, ios[taken + i]);
      batch[i] = &slot->control;
    }
    const int rc = io_submit(context_, static_cast<long>(n), batch);
    if (rc == -EAGAIN || rc == -EINTR) break;
    const size_t accepted = rc < 0 ? 0 : rc;
    for (size_t i = 0; i < accepted; ++i) flushes_ += ios[taken + i].op == Op::kFlush;
    free_.resize(free_.size() - accepted);
    taken += accepted;
    if (rc < 0) Refuse(ios[taken++], -rc);
  }
  return taken;
}

bool LibaioEngine::Take(const io_event& event, int64_t now_ns, std::vector<Completion>* out) {
  if (event.obj == &watch_) {
    watching_ = false;
    return false;
  }
  auto* slot = static_cast<Slot*>(event.data);
  out->push_back({.tag = slot->tag,
                  .time_ns = now_ns,
                  .result = static_cast<int64_t>(static_cast<long>(event.res))});
  flushes_ -= slot->flush;
  free_.push_back(slot);
  return true;
}

size_t LibaioEngine::Reap(int64_t now_ns, std::vector<Completion>* out) {
  size_t n = 0;
  for (const io_event& event : slept_for_) n += Take(event, now_ns, out);
  slept_for_.clear();
  io_event event;
  while (ring_.Pop(&event)) n += Take(event, now_ns, out);
  if (ring_.usable()) return n;

  timespec none = {};
  while (io_getevents(context_, 1, 1, &event, &none) == 1) n += Take(event, now_ns, out);
  return n;
}

void LibaioEngine::Sleep(int64_t ns, int event_fd) {
  if (event_fd >= 0) WatchEventFd(event_fd);
  timespec timeout = {.tv_sec = ns / 1'000'000'000, .tv_nsec = ns % 1'000'000'000};
  io_event event;
  if (io_getevents(context_, 1, 1, &event, &timeout) == 1) slept_for_.push_back(event);
}

void LibaioEngine::WatchEventFd(int event_fd) {
  if (watching_) return;
  io_prep_poll(&watch_, event_fd, POLLIN);
  iocb* one = &watch_;
  watching_ = io_submit(context_, 1, &one) == 1;
}

}  // namespace

absl::Status CheckAioRoom(int depth, uint64_t most, uint64_t used) {
  const uint64_t needed = static_cast<uint64_t>(depth) + kPollPlaces;
  if (used <= most && needed <= most - used) return absl::OkStatus();
  return absl::OutOfRangeError(absl::StrCat(
      "--depth ", depth, ": the kernel's limit for libaio, fs.aio-max-nr = ", FormatCount(most),
      ", of which ", FormatCount(used), " are in use, is too low; give a lower --depth, or run ",
      "`sysctl fs.aio-max-nr=", used + needed, "`"));
}

absl::Status CheckLibaioDepth(int depth) {
  uint64_t most = 0, used = 0;
  const bool known =
      ReadNumber("/proc/sys/fs/aio-max-nr", &most) && ReadNumber("/proc/sys/fs/aio-nr", &used);
  return known ? CheckAioRoom(depth, most, used) : absl::OkStatus();
}

std::unique_ptr<Engine> MakeLibaioEngine() { return std::make_unique<LibaioEngine>(); }

}  // namespace ioreel
