#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "absl/status/status.h"
#include "formats/level_reader.h"
#include "formats/model/trace_info.h"
#include "formats/summary/level_summary.h"

namespace ioreel {

/// What a replay was planned by without reading the trace: its writer's summary.
struct Promise {
  const LevelSummary* summary = nullptr;  ///< borrowed; null: nothing is promised
  std::string trace;                      ///< its name, for messages
  Level level = Level::kQueue;
};

/// Holds the I/Os of one pass against it, so that none goes where the plan did not look: to another
/// device, further out, longer, or as an op that nothing was said of; and at the end each figure of
/// it against what the I/Os amount to, since results are made of them. Not thread-safe.
class PromiseCheck {
 public:
  explicit PromiseCheck(const Promise& promise) : promise_(promise) {}

  /// Errors: DataLoss for an I/O that the summary does not hold.
  absl::Status Take(const Io& io, const TraceInfo& info) {
    if (promise_.summary == nullptr || Keeps(io, info)) return absl::OkStatus();
    return Broken(io);
  }
  /// The pass is over; `left_out` and `untimed` as IoSelector and LevelReader counted.
  /// Errors: DataLoss where there were fewer I/Os than that, or a figure is another.
  absl::Status Finish(const std::map<std::string, uint64_t>& left_out, uint64_t untimed);

 private:
  bool Keeps(const Io& io, const TraceInfo& info);
  absl::Status Broken(const Io& io) const;

  const Promise& promise_;
  LevelSummarizer found_;
  uint64_t taken_ = 0;
  uint16_t device_ = 0;
  const Demand* demand_ = nullptr;  ///< that device's
};

}  // namespace ioreel
