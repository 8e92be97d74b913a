#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "analysis/workload/trace_stats.h"
#include "formats/import_log.h"

namespace ioreel {

/// The file that a trace was read from.
struct TraceFile {
  std::string name;               ///< as the user named it
  std::optional<uint64_t> bytes;  ///< on disk, of all its parts
  std::vector<ImportLog::Entry> remarks;
};

/// For a terminal.
std::string TraceText(const TraceFile& file, const TraceStats& stats);

/// One JSON object; docs/info_format.md documents its keys.
std::string TraceJson(const TraceFile& file, const TraceStats& stats);

}  // namespace ioreel
