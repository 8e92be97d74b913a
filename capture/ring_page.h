#pragma once

#include <cstdint>

#include "absl/strings/string_view.h"

namespace ioreel {

/// One page of a kernel ring buffer, as `per_cpu/cpuN/trace_pipe_raw` gives it: a time, a length,
/// then events that each carry the time since the last. Does not own the bytes.
///
///   u64 time | u64 length and marks of loss | events: u32 (5 bits kind, 27 bits ns), payload
class RingPage {
 public:
  explicit RingPage(absl::string_view page);

  struct Event {
    int64_t time_ns = 0;
    absl::string_view bytes;  ///< as the event's `format` file describes
  };
  /// The next event; false at the end of the page, or where it stops making sense.
  bool Next(Event* event);

  /// Events lost just before this page: 0 = none, -1 = some, the kernel could not say how many.
  int64_t lost() const { return lost_; }
  /// True when bytes were met that no event can begin with.
  bool damaged() const { return damaged_; }

 private:
  bool TakeWord(uint32_t* word);

  absl::string_view rest_;
  int64_t time_ns_ = 0;
  int64_t lost_ = 0;
  bool damaged_ = false;
};

}  // namespace ioreel
