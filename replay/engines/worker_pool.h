#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "base/file.h"
#include "replay/engine.h"

namespace ioreel {

/// Threads that do blocking I/O, first come, first served. Submit, Collect and the waits are the
/// engine's thread's; its destructor finishes what was submitted.
class WorkerPool {
 public:
  /// `threads` at most; they start when there is work for them.
  explicit WorkerPool(int threads) : max_threads_(threads) {}
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  /// Readable while completions wait to be collected, for an engine that sleeps in the kernel;
  /// made on first use. −1 when the system has no descriptor left.
  int event_fd();

  void Submit(const DeviceIo& io);

  /// Appends what has completed; one atomic load when nothing has.
  size_t Collect(std::vector<Completion>* out);

  /// Sleeps until something has completed or CLOCK_MONOTONIC shows `deadline_ns`.
  void WaitUntil(int64_t deadline_ns);

  /// Submitted and not yet collected.
  int in_flight() const { return in_flight_; }

 private:
  void Work();

  const int max_threads_;
  int in_flight_ = 0;
  ScopedFd event_fd_;

  std::mutex mutex_;
  std::condition_variable work_, done_;
  std::deque<DeviceIo> queue_;
  std::vector<Completion> completions_;
  int idle_ = 0;
  bool ending_ = false;
  std::vector<std::thread> threads_;
  std::atomic<size_t> completed_ = 0;  ///< size of completions_
};

}  // namespace ioreel
