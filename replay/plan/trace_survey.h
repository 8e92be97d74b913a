#pragma once

#include <atomic>

#include "absl/status/statusor.h"
#include "formats/import_log.h"
#include "formats/model/trace_info.h"
#include "replay/plan/trace_scan.h"
#include "replay/plan/volume_layout.h"
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
  bool believed =
      false;  ///< `scan` is the word of the trace's writer: rows are still to be checked
  VolumeLayout layout;
};

/// Errors: those of reading; FailedPrecondition when nothing is left to replay; InvalidArgument for
/// a device that was chosen and is not there, and as LayOutVolumes.
absl::StatusOr<TraceSurvey> SurveyTrace(const ReplayTrace& trace, const SessionOptions& options,
                                        const std::atomic<bool>* stop);

}  // namespace ioreel
