#include "analysis/workload/arrival_gaps.h"

namespace ioreel {

void ArrivalGaps::Follow(int64_t start_ns) {
  if (last_ns_ == kNoTime)
    first_ns_ = start_ns;
  else
    gaps_ns_.Add(NsBetween(last_ns_, start_ns));
  last_ns_ = start_ns;
}

void ArrivalGaps::Add(const Io& io) {
  if (io.start_ns != kNoTime && io.length > 0) Follow(io.start_ns);
}

void ArrivalGaps::Merge(const ArrivalGaps& later) {
  if (later.first_ns_ == kNoTime) return;
  Follow(later.first_ns_);
  gaps_ns_.Merge(later.gaps_ns_);
  last_ns_ = later.last_ns_;
}

}  // namespace ioreel
