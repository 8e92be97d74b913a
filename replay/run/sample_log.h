#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <thread>
#include <vector>

#include "replay/plan/schedule.h"
#include "replay/run/replayer.h"

namespace ioreel {

/// Takes samples from loops and passes them on to a sink on a thread of its own, in memory that was
/// there before the first sample. Holds a loop up only when kMostWaiting chunks wait for the sink,
/// so that memory stays bounded.
class SampleLog {
 public:
  static constexpr size_t kChunk = 4096;  ///< samples
  static constexpr size_t kMostWaiting = 128;

  explicit SampleLog(SampleSink* sink);
  ~SampleLog() { Close(); }
  SampleLog(const SampleLog&) = delete;
  SampleLog& operator=(const SampleLog&) = delete;

  /// What one loop writes with.
  class Writer {
   public:
    explicit Writer(SampleLog* log) : log_(log), chunk_(NewChunk()) {}

    void Append(const Sample& sample) {
      chunk_.push_back(sample);
      if (chunk_.size() == kChunk) log_->HandOver(&chunk_);
    }
    void Flush() { log_->HandOver(&chunk_); }

   private:
    SampleLog* const log_;
    std::vector<Sample> chunk_;
  };

  /// Returns when the sink has been given everything; how many that were.
  /// REQUIRES: every writer has flushed.
  uint64_t Close();

  /// Times that a loop had to wait for the sink. REQUIRES: Close() has been called.
  uint64_t held_up() const { return held_up_; }

 private:
  static constexpr size_t kSpareChunks = 8;
  using Chunk = std::vector<Sample>;

  static Chunk NewChunk();
  void HandOver(Chunk* chunk);
  void PassOn();

  SampleSink* const sink_;

  std::mutex mutex_;
  std::condition_variable arrived_, room_;
  std::deque<Chunk> full_;
  std::vector<Chunk> spare_;
  bool closing_ = false;
  uint64_t passed_on_ = 0, held_up_ = 0;
  std::thread thread_;
};

}  // namespace ioreel
