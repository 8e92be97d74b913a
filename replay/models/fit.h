#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "replay/models/drive_spec.h"

namespace ioreel {

/// A load that a real drive was measured with.
struct FitLoad {
  std::vector<DriveIo> ios;  ///< as they were sent, of which the second half counts
  uint64_t depth = 1;
  double iops = 0;  ///< measured, above 0
};

/// I/Os a second that a simulated drive does of a load.
double SimulateLoad(const DriveSpec& drive, const FitLoad& load, int compress_percent);

/// Changes the times and rates of `drive` so that the sum of the squares of ln(simulated /
/// measured) over all loads is least: one after the other is made larger and smaller by ever
/// smaller steps as long as that helps. What counts something (dies, heads, zones) and what says
/// rpm or sizes stays. Returns the root of the mean of these squares, which is about the usual
/// relative error.
double FitDrive(absl::Span<const FitLoad> loads, int compress_percent, DriveSpec* drive);

}  // namespace ioreel
