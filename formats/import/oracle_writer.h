#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/format.h"

namespace ioreel {

/// Writes one level of a trace for libCacheSim, as oracle_record.h has it: each read and write is
/// an access to the object that its first sector names. The number of the next access is found by
/// sorting, in bounded memory and with room in $TMPDIR. What it cannot say is counted in
/// WriteOptions::log. Errors: as AtomicFile::Create; InvalidArgument for I/Os of two devices, whose
/// sectors have the same numbers.
absl::StatusOr<std::unique_ptr<TraceWriter>> OpenOracleWriter(const std::string& path,
                                                              const WriteOptions& options);

}  // namespace ioreel
