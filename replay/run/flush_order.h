#pragma once

#include <cstdint>

namespace ioreel {

/// Keeps the recorded order around a write that begins with a flush. The kernel takes such a write
/// as one I/O; from user space it is a flush and, once that is done, the write, which I/Os queued
/// later could overtake meanwhile. They wait for it instead, at most `patience_ns`. After
/// kSlowFlushes longer flushes in a row the device is taken to be too slow for both, and time goes
/// before order. Times from the replay's zero.
class FlushOrder {
 public:
  static constexpr int kSlowFlushes = 3;

  /// 0 = keep no order.
  explicit FlushOrder(int64_t patience_ns) : patience_ns_(patience_ns) {}

  /// Asked while an I/O is due; `opening` = an earlier write's flush is not done. True while the
  /// I/O waits for it.
  bool Holds(bool opening, int64_t now_ns) {
    if (!opening) {
      if (since_ns_ != kNotWaiting && !expired_) slow_ = 0;
      since_ns_ = kNotWaiting;
      expired_ = false;
      return false;
    }
    if (slow_ == kSlowFlushes || expired_ || patience_ns_ == 0) return false;
    if (since_ns_ == kNotWaiting) since_ns_ = now_ns;
    expired_ = now_ns >= until_ns();
    slow_ += expired_;
    return !expired_;
  }

  /// When Holds() turns false at the latest. REQUIRES: Holds().
  int64_t until_ns() const { return since_ns_ + patience_ns_; }

 private:
  static constexpr int64_t kNotWaiting = INT64_MIN;

  int64_t patience_ns_;
  int64_t since_ns_ = kNotWaiting;  ///< when an I/O began to wait
  bool expired_ = false;            ///< it waited as long as it may
  int slow_ = 0;                    ///< flushes in a row that were longer
};

}  // namespace ioreel
