#pragma once

#include <atomic>
#include <cstdint>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/level_reader.h"
#include "formats/summary/io_selection.h"
#include "formats/summary/level_summary.h"

namespace ioreel {

/// What must be known of the selected I/Os before the first is replayed, after scaling.
struct TraceScan : LevelSummary {
  int64_t idle_cut_ns = 0;  ///< what --idle-cap takes off between the I/Os of a timed replay
};

/// Calls `visit` for every selected I/O. Errors: those of reading; Cancelled when `stop` is set.
absl::Status ForEachSelected(LevelReader* reader, IoSelector* selector,
                             const std::atomic<bool>* stop,
                             absl::FunctionRef<void(const Io&)> visit);

/// Counts `untimed`, as LevelReader::untimed(), as left out where a replay at that level does so.
void CountUntimed(Level level, uint64_t untimed, LevelSummary* summary);

struct ScanOptions {
  int64_t idle_cap_ns = kNoTime;
  double lba_scale = 1;
};

/// One streaming pass. Errors: as ForEachSelected.
absl::StatusOr<TraceScan> ScanTrace(LevelReader* reader, const IoSelection& selection,
                                    const ScanOptions& options, const std::atomic<bool>* stop);

}  // namespace ioreel
