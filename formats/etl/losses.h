#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "formats/etl/buffer.h"
#include "formats/etl/clock.h"
#include "formats/etl/log_header.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// What a recording lost: the log header counts lost events and buffers without saying when, and a
/// buffer's flags say that something was lost since the one before of its CPU, without a count.
class EtlLosses {
 public:
  /// Each buffer.
  void SeeSequence(int64_t number);
  /// Each buffer that has events, with the times of the first and the last, in ticks.
  void SeeBuffer(const EtlBufferHeader& buffer, int64_t first, int64_t last);

  /// Buffers that were written but are not among the `there` that are in the file, by the count in
  /// the log header or by gaps in their numbers. 0 for a file that does not keep all.
  uint64_t Missing(const EtlLogHeader& header, uint64_t there) const;

  /// What the log header and the flags say was lost, at least.
  uint64_t Count(const EtlLogHeader& header) const;

  /// The windows: one for each flagged buffer, one over the whole recording for the counted ones
  /// that are left, and one for `missing` buffers, which were written but are not in the file.
  std::vector<LossWindow> Windows(const EtlLogHeader& header, const EtlClock& clock,
                                  uint64_t missing) const;

 private:
  struct Window {
    uint16_t cpu;
    int64_t from, to;  ///< ticks
  };

  std::optional<int64_t> first_sequence_;
  int64_t last_sequence_ = 0;
  bool any_ = false;
  int64_t first_ = 0, last_ = 0;  ///< of all events
  absl::flat_hash_map<uint16_t, int64_t> last_by_cpu_;
  std::vector<Window> flagged_;
};

}  // namespace ioreel
