#include "replay/plan/wake_up_cost.h"

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "base/clock.h"
#include "base/file.h"
#include "replay/engine_registry.h"

namespace ioreel {
namespace {

constexpr int kRounds = 101;
constexpr size_t kBytes = 4096;
constexpr int64_t kPatienceNs = 1'000'000'000;
constexpr int64_t kNapNs = 100'000;  // long enough for the other thread to be asleep

int64_t Median(std::vector<int64_t> values) {
  const auto middle = values.begin() + static_cast<ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

/// Hands reads of no device to `engine` and looks for their completion.
int64_t ActNs(Engine* engine) {
  const ScopedFd zero(open("/dev/zero", O_RDONLY | O_CLOEXEC));
  alignas(kBytes) char buffer[kBytes];
  EngineOptions options;
  options.depth = 1;
  options.fds = {zero.get()};
  options.poll_ns = kPatienceNs;
  if (!zero.valid() || !engine->Open(options).ok()) return 0;
  SteadyClock clock;
  const DeviceIo io = {.fd = zero.get(), .length = kBytes, .buffer = buffer};
  std::vector<int64_t> times;
  std::vector<Completion> done;
  for (int i = 0; i < kRounds; ++i) {
    const int64_t start_ns = clock.NowNs();
    done.clear();
    engine->Submit({&io, 1});
    if (engine->Wait(start_ns + kPatienceNs, &done) == 0) return 0;
    times.push_back(clock.NowNs() - start_ns);
  }
  return Median(std::move(times));
}

/// The calling thread and those that it starts stay on one CPU while this lives.
class OnOneCpu {
 public:
  OnOneCpu() {
    sched_getaffinity(0, sizeof(before_), &before_);
    cpu_set_t only_here;
    CPU_ZERO(&only_here);
    CPU_SET(sched_getcpu(), &only_here);
    sched_setaffinity(0, sizeof(only_here), &only_here);
  }
  ~OnOneCpu() { sched_setaffinity(0, sizeof(before_), &before_); }

 private:
  cpu_set_t before_;
};

/// Has another thread wake this one out of a read: on the same CPU, since the kernel completes an
/// I/O on the CPU that submitted it, or in a worker that it woke there.
int64_t WakeNs() {
  const ScopedFd event(eventfd(0, EFD_CLOEXEC));
  if (!event.valid()) return 0;
  const OnOneCpu here;
  std::atomic<int64_t> sent_ns = 0;
  std::atomic<bool> ended = false;
  std::thread waker([&] {
    SteadyClock clock;
    for (int i = 0; i < kRounds; ++i) {
      clock.WaitUntil(clock.NowNs() + kNapNs);
      const uint64_t one = 1;
      sent_ns = clock.NowNs();
      if (write(event.get(), &one, sizeof(one)) < 0) return;
      while (sent_ns != 0 && !ended) std::this_thread::yield();
    }
  });
  SteadyClock clock;
  std::vector<int64_t> times;
  for (int i = 0; i < kRounds; ++i) {
    uint64_t count;
    ssize_t n = 0;
    do {
      n = read(event.get(), &count, sizeof(count));
    } while (n < 0 && errno == EINTR);
    if (n < 0) break;
    times.push_back(clock.NowNs() - sent_ns.exchange(0));
  }
  ended = true;
  waker.join();
  return times.empty() ? 0 : Median(std::move(times));
}

}  // namespace

WakeUpCost MeasureWakeUpCost(absl::string_view engine) {
  for (const EngineKind& kind : AllEngines()) {
    if (kind.name != engine || !kind.real) continue;
    SteadyClock clock;
    const std::unique_ptr<Engine> probe = kind.make(&clock);
    return {.act_ns = ActNs(probe.get()), .wake_ns = WakeNs()};
  }
  return {};
}

}  // namespace ioreel
