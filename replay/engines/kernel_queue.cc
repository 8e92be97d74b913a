#include "replay/engines/kernel_queue.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>

#include <algorithm>
#include <thread>

#include "base/clock.h"
#include "replay/engines/blocking_io.h"

namespace ioreel {
namespace {

constexpr int kWorkers = 8;
// A sleep overshoots by 50–100 µs: shorter ones are not worth their lateness, and when sleeping is
// a must, this much of the wait is spun all the same.
constexpr int64_t kShortestSleepNs = 20'000;
constexpr int64_t kOvershootNs = 70'000;

int64_t NowNs() { return SteadyClock().NowNs(); }

/// Addresses that nothing can be read to.
class Nowhere {
 public:
  static constexpr size_t kBytes = 4096;

  Nowhere() : page_(mmap(nullptr, kBytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)) {}
  ~Nowhere() {
    if (page_ != MAP_FAILED) munmap(page_, kBytes);
  }
  Nowhere(const Nowhere&) = delete;
  Nowhere& operator=(const Nowhere&) = delete;

  void* page() const { return page_ == MAP_FAILED ? nullptr : page_; }

 private:
  void* const page_;
};

}  // namespace

absl::Status KernelQueue::Open(const EngineOptions& options) {
  options_ = options;
  if (std::thread::hardware_concurrency() == 1) options_.spin_ns = options_.poll_ns = 0;
  workers_ = std::make_unique<WorkerPool>(kWorkers);
  return OpenQueue(options_);
}

bool KernelQueue::Takes(const DeviceIo& io) const { return IsQueueable(io.op); }

/// Reads a page to where no memory is: the kernel refuses that when all but the memory of the
/// request is there, right before the device would get it.
void KernelQueue::Rehearse(int64_t until_ns) {
  const Nowhere nowhere;
  std::vector<DeviceIo> reads;
  for (size_t i = 0; i < options_.fds.size() && nowhere.page() != nullptr; ++i) {
    const int fd = options_.fds[i];
    struct stat status;
    const bool refuses =
        fstat(fd, &status) == 0 && S_ISBLK(status.st_mode) && (fcntl(fd, F_GETFL) & O_DIRECT) != 0;
    if (!refuses) continue;
    reads.push_back({.fd = fd,
                     .device = static_cast<int>(i),
                     .length = Nowhere::kBytes,
                     .buffer = nowhere.page()});
  }
  std::vector<Completion> refused;
  for (size_t i = 0; !reads.empty() && NowNs() < until_ns; i = (i + 1) % reads.size()) {
    Submit({&reads[i], 1});
    while (in_flight_ > 0) Wait(NowNs() + kOvershootNs, &refused);
    refused.clear();
  }
}

size_t KernelQueue::Submit(absl::Span<const DeviceIo> ios) {
  const size_t room = static_cast<size_t>(std::max(0, options_.depth - in_flight_));
  ios = ios.subspan(0, room);
  size_t taken = 0;
  while (taken < ios.size()) {
    const auto begin = ios.begin() + taken;
    const auto end =
        std::find_if(begin, ios.end(), [this](const DeviceIo& io) { return !Takes(io); });
    const size_t run = end - begin;
    if (run == 0) {
      workers_->Submit(*begin);
      ++taken;
      continue;
    }
    const size_t accepted = SubmitToQueue(ios.subspan(taken, run));
    taken += accepted;
    if (accepted < run) break;
  }
  in_flight_ += static_cast<int>(taken);
  poll_until_ns_ = NowNs() + options_.poll_ns;
  return taken;
}

size_t KernelQueue::Wait(int64_t deadline_ns, std::vector<Completion>* out) {
  bool slept = false;
  for (;;) {
    const int64_t now_ns = NowNs();
    if (const size_t n = Collect(now_ns, out); n > 0) {
      for (auto it = out->end() - static_cast<ptrdiff_t>(n); it != out->end(); ++it) {
        it->slept = slept;
      }
      return n;
    }
    if (now_ns >= deadline_ns) return 0;
    const int64_t sleep_ns = SleepNs(now_ns, deadline_ns);
    slept = sleep_ns > 0;
    if (!slept) continue;
    if (watcher_ != nullptr) watcher_->BeforeSleep(now_ns);
    Sleep(sleep_ns, workers_->in_flight() > 0 ? workers_->event_fd() : -1);
    if (watcher_ != nullptr) watcher_->AfterSleep(NowNs());
  }
}

size_t KernelQueue::Collect(int64_t now_ns, std::vector<Completion>* out) {
  if (in_flight_ == 0) return 0;
  size_t n = Reap(now_ns, out);
  if (workers_->in_flight() > 0) n += workers_->Collect(out);
  for (Completion& refused : refused_) {
    refused.time_ns = now_ns;
    out->push_back(refused);
  }
  n += refused_.size();
  refused_.clear();
  in_flight_ -= static_cast<int>(n);
  return n;
}

int64_t KernelQueue::SleepNs(int64_t now_ns, int64_t deadline_ns) const {
  if (MustSpin()) return 0;
  const bool must_sleep = MustSleep();
  if (!must_sleep && in_flight_ > 0 && now_ns < poll_until_ns_) return 0;
  const int64_t lead_ns = must_sleep ? std::min(kOvershootNs, options_.spin_ns) : options_.spin_ns;
  const int64_t sleep_ns = deadline_ns - now_ns - lead_ns;
  return sleep_ns < kShortestSleepNs ? 0 : sleep_ns;
}

void KernelQueue::Refuse(const DeviceIo& io, int error) {
  refused_.push_back({.tag = io.tag, .result = -static_cast<int64_t>(error)});
}

}  // namespace ioreel
