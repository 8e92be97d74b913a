#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <mutex>
#include <thread>
#include <vector>

#include "replay/replayer.h"
#include "replay/schedule.h"

namespace ioreel {

/// Takes samples from the loop without ever holding it up, and passes them on to a sink on a
/// thread of its own, in memory that was there before the first sample.
class SampleLog {
 public:
  explicit SampleLog(SampleSink* sink);
  ~SampleLog() { Close(); }
  SampleLog(const SampleLog&) = delete;
  SampleLog& operator=(const SampleLog&) = delete;

  void Append(const Sample& sample) {
    current_.push_back(sample);
    if (current_.size() == kChunk) HandOver();
  }

  /// Returns when the sink has been given everything; how many that were.
  uint64_t Close();

 private:
  static constexpr size_t kChunk = 4096;
  static constexpr size_t kSpareChunks = 8;
  using Chunk = std::vector<Sample>;

  static Chunk NewChunk();
  void HandOver();
  void PassOn();

  SampleSink* const sink_;
  Chunk current_;  ///< the loop's own

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::vector<Chunk> full_, spare_;
  bool closing_ = false;
  uint64_t passed_on_ = 0;
  std::thread thread_;
};

}  // namespace ioreel
