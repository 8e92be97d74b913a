#pragma once

#include "analysis/workload/distribution.h"
#include "base/histogram.h"
#include "formats/level_reader.h"

namespace ioreel {

/// Time from the start of each I/O to that of the next, in ns, over all devices: btt's Q2Q at queue
/// level, D2D at issue level. As there, I/Os without bytes (flushes) are left out; where two start
/// at once btt says 1 ns, this 0.
class ArrivalGaps {
 public:
  /// REQUIRES: not before the last one; one without a time is left out, too.
  void Add(const Io& io);
  /// As if the I/Os of `later` had been added after these.
  void Merge(const ArrivalGaps& later);
  Distribution result() const { return Describe(gaps_ns_); }

 private:
  void Follow(int64_t start_ns);

  Histogram gaps_ns_;
  int64_t first_ns_ = kNoTime, last_ns_ = kNoTime;
};

}  // namespace ioreel
