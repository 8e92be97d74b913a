#pragma once

#include <cstdint>
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
};

/// Holds the I/Os of one pass against it, so that none goes where the plan did not look: to another
/// device, further out, longer, or as an op that nothing was said of. Not thread-safe.
class PromiseCheck {
 public:
  explicit PromiseCheck(const Promise& promise) : promise_(promise) {}

  /// Errors: DataLoss for an I/O that the summary does not hold.
  absl::Status Take(const Io& io, const TraceInfo& info) {
    if (promise_.summary == nullptr || Keeps(io, info)) return absl::OkStatus();
    return Broken(io);
  }
  /// Errors: DataLoss where there were fewer I/Os than that.
  absl::Status Finish() const;

 private:
  bool Keeps(const Io& io, const TraceInfo& info);
  absl::Status Broken(const Io& io) const;

  const Promise& promise_;
  uint64_t taken_ = 0;
  uint16_t device_ = 0;
  const Demand* demand_ = nullptr;  ///< that device's
};

}  // namespace ioreel
