#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "formats/model/io.h"
#include "traces/synth/pattern.h"

namespace ioreel {

/// The I/Os of a pattern, one after the other. The same pattern gives the same ones on any machine:
/// std::mt19937_64 is defined to the bit, and what is drawn from it is so here. Not thread-safe.
class PatternIos {
 public:
  /// REQUIRES: CheckPattern(pattern) is OK.
  explicit PatternIos(const Pattern& pattern);

  /// False at the end. `io.task` is the thread, from 0.
  bool Next(QueuedIo* io);

 private:
  struct Thread {
    std::mt19937_64 random;
    uint64_t next = 0;  ///< where a sequential I/O begins
  };

  bool Over() const;
  uint64_t DrawLength(Thread* thread) const;
  uint64_t DrawOffset(Thread* thread, uint64_t length) const;
  int64_t NextTime();

  const Pattern pattern_;
  std::vector<Thread> threads_;
  std::mt19937_64 arrivals_;
  uint64_t ios_ = 0, bytes_ = 0;
  double time_ns_ = 0;  ///< of the last arrival
};

}  // namespace ioreel
