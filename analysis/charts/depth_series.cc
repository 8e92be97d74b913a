#include "analysis/charts/depth_series.h"

#include <cmath>

#include "formats/model/time.h"

namespace ioreel {

DepthSeries::Bin& DepthSeries::At(int64_t time_ns) {
  const uint64_t time = TimeAsAxis(time_ns);
  if (!times_.Covers(time)) ApplyMoves(times_.MakeRoom(time), 1, &bins_);
  return bins_[times_.Slot(time)];
}

void DepthSeries::Add(const DepthSegment& segment) {
  if (segment.depth == 0) return;
  int64_t at_ns = segment.from_ns;
  if (segment.to_ns > at_ns) At(segment.to_ns - 1);  // so that the width is final for what follows
  do {
    Bin& bin = At(at_ns);
    const auto width = static_cast<uint64_t>(times_.width());
    const uint64_t left_in_bin = width - (TimeAsAxis(at_ns) & (width - 1));
    const uint64_t left = static_cast<uint64_t>(segment.to_ns) - static_cast<uint64_t>(at_ns);
    const uint64_t step = std::min(left_in_bin, left);
    bin.depth_ns += static_cast<double>(segment.depth) * static_cast<double>(step);
    bin.max_depth = std::max(bin.max_depth, segment.depth);
    at_ns = static_cast<int64_t>(static_cast<uint64_t>(at_ns) + step);
  } while (at_ns < segment.to_ns);
}

std::vector<DepthSeries::Bin> DepthSeries::bins() const {
  std::vector<Bin> bins;
  for (uint32_t i = 0; !empty() && i < times_.count(); ++i)
    bins.push_back(bins_[times_.NthSlot(i)]);
  return bins;
}

}  // namespace ioreel
