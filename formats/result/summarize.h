#pragma once

#include "base/histogram.h"
#include "formats/result/run_result.h"

namespace ioreel {

/// Mean, quantiles and maximum of a histogram of nanoseconds; all 0 when it is empty.
LatencySummary Summarize(const Histogram& latency_ns);

}  // namespace ioreel
