#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

/// Folders of Parquet files as Hive lays them out: FOLDER/host=H/trace=T/part-00000.parquet, whose
/// names are columns to the tools that read them.

namespace ioreel {

/// Whether `path` names a folder of files, not a file: it ends in a slash.
bool IsPartitionFolder(absl::string_view path);

/// Where a trace of this host, "" = unknown, stands in `folder`, with a slash behind. A folder that
/// is of a trace already, FOLDER/…/trace=T/, is kept, one that is of a host gets no further one.
/// Whatever the names hold, they are one folder each. REQUIRES: IsPartitionFolder(folder).
std::string TraceFolder(const std::string& folder, absl::string_view host, absl::string_view trace);

/// What a trace in this file is called: "sda" for "out/sda.blktrace.0", "web" for "web.csv.gz",
/// "stdin" for "-". A folder keeps its whole name, also where "." or ".." means it; "" is that of
/// the root.
std::string TraceNameOf(const std::string& path);

std::string PartPath(const std::string& folder, size_t number);
/// Those that are there, in order.
std::vector<std::string> PartsOf(const std::string& folder);

}  // namespace ioreel
