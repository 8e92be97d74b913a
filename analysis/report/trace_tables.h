#pragma once

#include <cstddef>
#include <string>

#include "absl/strings/string_view.h"
#include "analysis/workload/trace_stats.h"

/// The tables of `ioreel info`, some of them also of `ioreel analyze`, each as lines that end with
/// a newline.

namespace ioreel {

std::string DeviceTable(const TraceInfo& info, const LevelStats& level);

/// Operations of one level and their latencies, which `latency` names: "Q2C". A level without I/Os
/// has no table: "".
std::string LevelTable(absl::string_view title, absl::string_view latency, const LevelStats& level);

/// Figures of a whole level, the levels side by side.
std::string ShapeTable(const TraceStats& stats);

std::string SizeTable(const LevelStats& level);

/// Tasks by class, then the `top` busiest ones.
std::string TaskTable(const TraceInfo& info, const LevelStats& level, size_t top);

}  // namespace ioreel
