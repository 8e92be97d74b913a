#include "analysis/charts/depth_series.h"

#include <cmath>

#include "formats/model/time.h"

namespace ioreel {

void DepthSeries::Add(const DepthSegment& segment) {
  if (segment.depth == 0) return;
  int64_t at_ns = segment.from_ns;
  if (segment.to_ns > at_ns)
    bins_.At(segment.to_ns - 1);  // so that the width is final for what follows
  do {
    Bin& bin = bins_.At(at_ns);
    const auto width = static_cast<uint64_t>(bins_.width_ns());
    const uint64_t left_in_bin = width - (TimeAsAxis(at_ns) & (width - 1));
    const uint64_t left = static_cast<uint64_t>(segment.to_ns) - static_cast<uint64_t>(at_ns);
    const uint64_t step = std::min(left_in_bin, left);
    bin.depth_ns += static_cast<double>(segment.depth) * static_cast<double>(step);
    bin.max_depth = std::max(bin.max_depth, segment.depth);
    at_ns = static_cast<int64_t>(static_cast<uint64_t>(at_ns) + step);
  } while (at_ns < segment.to_ns);
}

}  // namespace ioreel
