#pragma once

#include <cstddef>
#include <string>

#include "analysis/report/numbers.h"
#include "analysis/workload/workload.h"

/// The tables of `ioreel analyze` in text, each as lines that end with a newline; "" where there is
/// nothing to show.

namespace ioreel {

std::string OperationTable(const LevelStats& level, const Numbers& numbers);
std::string SizesTable(const LevelStats& level, const Numbers& numbers);
/// Every distribution of times, a line each.
std::string TimesTable(const Workload& workload, const Numbers& numbers);
/// Every distribution of bytes and I/Os, a line each.
std::string AmountsTable(const Workload& workload, const Numbers& numbers);
/// Time by depth.
std::string DepthTable(const LevelStats& level, const Numbers& numbers);

/// What became of the touched blocks, and what caches of several sizes would find.
std::string BlockTable(const Workload& workload, const Numbers& numbers);
std::string CacheTable(const Workload& workload, const Numbers& numbers);
std::string HotRangeTable(const Workload& workload, size_t top, const Numbers& numbers);
std::string StreamTable(const Workload& workload, size_t top, const Numbers& numbers);
std::string PriorityTable(const LevelStats& level, const Numbers& numbers);
/// The first `most` steps.
std::string StepsTable(const Workload& workload, size_t most, const Numbers& numbers);

}  // namespace ioreel
