#pragma once

#include <string>

#include "absl/strings/string_view.h"
#include "analysis/trace_stats.h"

/// The tables of `ioreel info`, each as lines that end with a newline.

namespace ioreel {

std::string DeviceTable(const TraceStats& stats);

/// Operations of one level and their latencies, which `latency` names: "Q2C". A level without I/Os
/// has no table: "".
std::string LevelTable(absl::string_view title, absl::string_view latency, const LevelStats& level);

/// Figures of a whole level, the levels side by side.
std::string ShapeTable(const TraceStats& stats);

std::string SizeTable(const LevelStats& level);

/// Tasks by class, then the busiest ones.
std::string TaskTable(const TraceStats& stats);

}  // namespace ioreel
