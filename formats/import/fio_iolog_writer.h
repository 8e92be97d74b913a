#pragma once

#include <memory>
#include <string>

#include "absl/status/statusor.h"
#include "formats/format.h"

namespace ioreel {

/// Writes a fio I/O log, version 3, of the level that WriteOptions says. Its times are µs, its
/// lengths 32-bit (longer I/Os become several lines), and it knows no FUA and no preflush: a write
/// that flushes first is a `sync` and the write. What it cannot say is counted in
/// WriteOptions::log; a device whose name fio could not read is called "device3", after its index.
/// Errors: as AtomicFile::Create.
absl::StatusOr<std::unique_ptr<TraceWriter>> OpenFioIologWriter(const std::string& path,
                                                                const WriteOptions& options);

}  // namespace ioreel
