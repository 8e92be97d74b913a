#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/busy_meter.h"
#include "formats/level_reader.h"
#include "replay/plan/demand.h"
#include "replay/plan/io_selection.h"

namespace ioreel {

/// What must be known of the selected I/Os before the first is replayed; one streaming pass.
struct TraceScan {
  Demand all;  ///< of all together, as if they went to one place
  /// By device, in offsets from its start, after scaling.
  std::map<uint16_t, Demand> devices;
  std::map<std::string, uint64_t> left_out;  ///< by reason, as IoSelector

  int64_t first_ns = kNoTime, last_ns = kNoTime;  ///< start of the first and last I/O
  int64_t last_complete_ns = kNoTime;             ///< kNoTime: no completion is recorded
  int64_t idle_cut_ns = 0;  ///< what --idle-cap takes off between the I/Os of a timed replay
  uint64_t without_completion = 0;
  uint64_t without_thread = 0;  ///< no thread id is recorded
  BusyMeter busy;               ///< of reads and writes, as recorded
};

/// Calls `visit` for every selected I/O. Errors: those of reading; Cancelled when `stop` is set.
absl::Status ForEachSelected(LevelReader* reader, IoSelector* selector,
                             const std::atomic<bool>* stop,
                             absl::FunctionRef<void(const Io&)> visit);

struct ScanOptions {
  int64_t idle_cap_ns = kNoTime;
  double lba_scale = 1;
};

/// Errors: as ForEachSelected.
absl::StatusOr<TraceScan> ScanTrace(LevelReader* reader, const IoSelection& selection,
                                    const ScanOptions& options, const std::atomic<bool>* stop);

}  // namespace ioreel
