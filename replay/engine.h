#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "formats/model/op.h"

namespace ioreel {

/// One I/O to one opened device or file, as an engine takes it: nothing to map or split any more.
struct DeviceIo {
  uint64_t tag = 0;  ///< given back with the completion
  int fd = -1;
  int device = 0;  ///< index of the device, for engines that register files
  uint64_t offset = 0;
  uint64_t length = 0;
  void* buffer = nullptr;  ///< read into or written from; null without payload
  Op op = Op::kRead;       ///< read, write, flush, discard, write zeroes, secure erase
  bool fua = false;        ///< write through (RWF_DSYNC)
};

struct Completion {
  uint64_t tag = 0;
  int64_t time_ns = 0;  ///< when it was seen, on the engine's clock
  int64_t result = 0;   ///< bytes done (0 where no data moves), or −errno
  bool slept = false;   ///< found after a sleep: seen later than it was by a wake-up
};

/// What an engine needs to know to set itself up.
struct EngineOptions {
  int depth = 256;              ///< I/Os in flight at most
  std::vector<int> fds;         ///< opened devices, by DeviceIo::device
  void* buffer_base = nullptr;  ///< one area that holds all buffers, to be registered
  size_t buffer_bytes = 0;      ///< 0 = none
  int64_t spin_ns = 200'000;    ///< Wait spins this long before its deadline: exact, but a core
  int64_t poll_ns = 50'000;     ///< and this long after I/Os went out, to stamp quick completions
  bool kernel_submits = false;  ///< a CPU is free for a kernel's thread that submits, and when it
                                ///< does is not asked
};

/// Hears when the engine's thread goes to sleep, and when it goes on. CLOCK_MONOTONIC.
class SleepWatcher {
 public:
  virtual ~SleepWatcher() = default;
  virtual void BeforeSleep(int64_t now_ns) = 0;
  virtual void AfterSleep(int64_t now_ns) = 0;
};

/// A queue into the kernel (or into nothing); knows neither arrays nor modes. One thread.
class Engine {
 public:
  virtual ~Engine() = default;
  virtual absl::string_view name() const = 0;

  /// Borrowed; null = nobody.
  void set_sleep_watcher(SleepWatcher* watcher) { watcher_ = watcher; }

  /// Errors: Unimplemented when the kernel lacks it, with the reason.
  virtual absl::Status Open(const EngineOptions& options) = 0;

  /// What Open obtained, for the result: "single issuer, deferred task run, registered buffers".
  virtual std::string details() const { return ""; }

  /// Goes the way into the kernel without I/O, again and again until `until_ns` on the engine's
  /// clock, so that an I/O right after it does not find that cold.
  virtual void Rehearse(int64_t /*until_ns*/) {}

  /// Hands over as many of `ios` as fit, in order, and returns how many; never waits for a
  /// completion. Accepted I/Os complete exactly once, failed ones with a negative result.
  virtual size_t Submit(absl::Span<const DeviceIo> ios) = 0;

  /// Appends completions to `out`. Waits for at least one until `deadline_ns` on the engine's
  /// clock, also when nothing is in flight, and returns no later than just after it; now or
  /// earlier = only look. A signal may end it early. Returns how many.
  virtual size_t Wait(int64_t deadline_ns, std::vector<Completion>* out) = 0;

 protected:
  SleepWatcher* watcher_ = nullptr;
};

}  // namespace ioreel
