#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <string>
#include <thread>

namespace ioreel {

/// Shows on stderr how far something is while the object lives: a bar with the time left on a
/// terminal, a line every 10 s elsewhere. On a thread of its own that reads one counter.
class Progress {
 public:
  /// `completed` counts up to `total`. Where `expected_ns` is known the time left comes from it,
  /// not from the rate. `after_ns`: what more follows of the whole; 0 = nothing.
  Progress(std::string label, uint64_t total, int64_t expected_ns,
           const std::atomic<uint64_t>* completed, int64_t after_ns = 0);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

 private:
  void Run();

  const std::string label_;
  const uint64_t total_;
  const int64_t expected_ns_, after_ns_;
  const std::atomic<uint64_t>* const completed_;
  const bool terminal_;

  std::mutex mutex_;
  std::condition_variable ending_;
  bool ended_ = false;
  std::thread thread_;
};

/// "replay 1/3  [=====>    ]  52 %  3,674 of 7,064  12.3k/s  5.9 s left"; `width` = cells of the
/// bar, 0 = none. `expected_ns` and `after_ns` as above.
std::string ProgressLine(const std::string& label, uint64_t completed, uint64_t total,
                         int64_t elapsed_ns, int64_t expected_ns, int width, int64_t after_ns = 0);

}  // namespace ioreel
