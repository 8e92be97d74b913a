#pragma once

#include <cstdint>
#include <limits>

#include "formats/model/time.h"

namespace ioreel {

/// Where the times of one part of a merge come to lie.
class PartClock {
 public:
  /// A time t of the first pass comes to lie at start_ns + t / speed. REQUIRES: speed > 0.
  PartClock(int64_t start_ns, double speed) : start_ns_(start_ns), speed_(speed) {}

  /// Puts a time where it belongs; an unknown one stays so. False when it does not fit there.
  bool Move(int64_t* time_ns) const;
  /// The same for a time of a row, which takes part in how long a pass is.
  bool MoveRow(int64_t* time_ns);

  /// A further pass: its time 0, or its first time where that is earlier, comes to lie where the
  /// last one so far is. False when that does not fit.
  bool NextPass();

 private:
  const int64_t start_ns_;
  const double speed_;
  int64_t zero_ns_ = start_ns_;  ///< where the pass's time 0 lies
  bool first_pass_ = true;
  int64_t earliest_ns_ = std::numeric_limits<int64_t>::max();  ///< of the first pass
  int64_t latest_ns_ = kNoTime;                                ///< of all
};

}  // namespace ioreel
