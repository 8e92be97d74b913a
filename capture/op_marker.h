#pragma once

#include <cstdint>
#include <deque>

#include "formats/model/raw_event.h"

namespace ioreel {

/// An I/O that block records show as another op: what, where and by whom.
struct SpecialIo {
  int64_t time_ns = 0;
  uint64_t offset = 0, length = 0;
  int32_t tid = -1;
  uint16_t device = 0;  ///< index into TraceInfo::devices
  Op op = Op::kWriteZeroes;
};

/// Gives queued I/Os the op that version 7 of blktrace's records cannot tell: finds the Q of each
/// special I/O, the one of the same thread and range; the kernel's two reports of it lie
/// microseconds apart. (The pairer hands the op on to the requests.)
class OpMarker {
 public:
  /// Events may come once everything special up to this much later is known.
  static constexpr int64_t kLookAheadNs = 20'000;

  /// In time order.
  void AddSpecial(const SpecialIo& special) { waiting_.push_back(special); }

  /// Sets the op of a kQueued event where it is special. REQUIRES: time order; device is set.
  void Mark(int32_t tid, StageEvent* event);

  /// Special I/Os whose Q never came (lost, or masked out).
  uint64_t unmatched() const { return unmatched_; }

 private:
  std::deque<SpecialIo> waiting_;
  uint64_t unmatched_ = 0;
};

}  // namespace ioreel
