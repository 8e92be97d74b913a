#pragma once

#include <optional>

#include "formats/result/run_result.h"

namespace ioreel {

/// A figure over the repeats of a run.
struct Figure {
  std::optional<double> median;  ///< nullopt where a repeat does not know it
  std::optional<double> spread;  ///< coefficient of variation; needs two repeats
};

/// The repeats of one result, as scores and tables take them.
struct Measurement {
  int repeats = 0;
  Figure completion_ns;
  Figure drain_ns;
  Figure busy_ns;
  Figure bandwidth_bytes_per_s;  ///< unknown, as access time, when nothing was read or written
  Figure mean_access_ns;
  Figure iops;
};

Measurement Measure(const RunResult& result);

}  // namespace ioreel
