#pragma once

#include <cstddef>
#include <string>

#include "analysis/workload/workload.h"

/// The tables of `ioreel analyze` in text, each as lines that end with a newline; "" where there is
/// nothing to show.

namespace ioreel {

std::string OperationTable(const LevelStats& level);
std::string SizesTable(const LevelStats& level);
/// Every distribution of times, a line each.
std::string TimesTable(const Workload& workload);
/// Every distribution of bytes and I/Os, a line each.
std::string AmountsTable(const Workload& workload);
/// Time by depth.
std::string DepthTable(const LevelStats& level);

/// What became of the touched blocks, and what caches of several sizes would find.
std::string BlockTable(const Workload& workload);
std::string CacheTable(const Workload& workload);
std::string HotRangeTable(const Workload& workload, size_t top);
std::string StreamTable(const Workload& workload, size_t top);
std::string PriorityTable(const LevelStats& level);
/// The first `most` steps.
std::string StepsTable(const Workload& workload, size_t most);

}  // namespace ioreel
