#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/format.h"
#include "formats/import/line_importer.h"

/// The CSV of a fidelity meter, one level of a trace: `t_ns,op,offset_bytes,len_bytes` and, with
/// several devices, their index; op R, W, D (discard), F (flush) or Z (write zeroes); lines that
/// start with '#' are comments.

namespace ioreel {

/// Columns stand by position; a header line may be missing.
std::unique_ptr<LineParser> MakeMeterParser(std::string origin);

/// Writes the level that WriteOptions::issue_level says. Ops that a meter has no letter for are
/// left out and counted in WriteOptions::log. Errors: as AtomicFile::Create.
absl::StatusOr<std::unique_ptr<TraceWriter>> OpenMeterWriter(const std::string& path,
                                                             const WriteOptions& options);

}  // namespace ioreel
