#pragma once

#include <atomic>

#include "absl/status/statusor.h"
#include "base/range_set.h"
#include "formats/import_log.h"
#include "formats/model/trace_info.h"
#include "replay/plan/remap.h"
#include "replay/plan/trace_scan.h"
#include "replay/replay_trace.h"
#include "replay/session_options.h"

namespace ioreel {

/// A trace as this replay sees it: which of its I/Os, and what they amount to.
struct TraceSurvey {
  Level level = Level::kQueue;
  IoSelection selection;
  TraceInfo info;  ///< whole
  ImportLog log;   ///< what was found while reading it
  TraceScan scan;
  RangeSet touched;  ///< only for Fit::kCompact
  /// The device that is replayed; nullptr when the trace names none.
  const DeviceInfo* device() const;
};

/// Errors: those of reading; FailedPrecondition when nothing is left to replay;
/// InvalidArgument when the I/Os are of several devices and none, or an unknown one, was chosen:
/// lists them.
absl::StatusOr<TraceSurvey> SurveyTrace(const ReplayTrace& trace, const SessionOptions& options,
                                        const std::atomic<bool>* stop);

/// Byte ranges of the target that the replay reads and that it writes with data.
struct TargetRanges {
  RangeSet reads{4096}, writes{4096};
};
absl::StatusOr<TargetRanges> FindTargetRanges(const ReplayTrace& trace, const TraceSurvey& survey,
                                              const RemapRules& rules, uint32_t pretend_ops,
                                              const std::atomic<bool>* stop);

}  // namespace ioreel
