#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <string>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/busy_meter.h"
#include "formats/level_reader.h"
#include "replay/plan/io_selection.h"

namespace ioreel {

/// What must be known of the selected I/Os before the first is replayed; one streaming pass.
struct TraceScan {
  struct PerOp {
    uint64_t count = 0, bytes = 0, longest = 0;
  };
  struct PerAlignment {
    uint64_t count = 0;
    uint64_t first = 0;  ///< its ordinal in the trace
  };

  uint64_t ios = 0;
  std::array<PerOp, kOpCount> ops;
  std::map<uint16_t, uint64_t> devices;      ///< I/Os by device
  std::map<std::string, uint64_t> left_out;  ///< by reason, as IoSelector

  uint64_t end_bytes = 0;         ///< the highest end of an I/O; all ones when beyond 2^64
  uint64_t furthest_ordinal = 0;  ///< the I/O that ends there
  /// I/Os by the power of two (its exponent) that divides both offset and length.
  std::array<PerAlignment, 64> alignments;

  int64_t first_ns = kNoTime, last_ns = kNoTime;  ///< start of the first and last I/O
  int64_t last_complete_ns = kNoTime;             ///< kNoTime: no completion is recorded
  int64_t idle_cut_ns = 0;  ///< what --idle-cap takes off between the I/Os of a timed replay
  uint64_t without_completion = 0;
  uint64_t without_thread = 0;  ///< no thread id is recorded
  BusyMeter busy;               ///< of reads and writes, as recorded

  const PerOp& of(Op op) const { return ops[static_cast<size_t>(op)]; }
  /// I/Os that are not multiples of `block_bytes`, a power of two.
  PerAlignment Unaligned(uint64_t block_bytes) const;
};

/// Calls `visit` for every selected I/O. Errors: those of reading; Cancelled when `stop` is set.
absl::Status ForEachSelected(LevelReader* reader, IoSelector* selector,
                             const std::atomic<bool>* stop,
                             absl::FunctionRef<void(const Io&)> visit);

/// `idle_cap_ns` may be kNoTime. Errors: as ForEachSelected.
absl::StatusOr<TraceScan> ScanTrace(LevelReader* reader, const IoSelection& selection,
                                    int64_t idle_cap_ns, const std::atomic<bool>* stop);

}  // namespace ioreel
