#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "base/range_set.h"
#include "formats/result/run_result.h"
#include "replay/plan/trace_survey.h"
#include "replay/replay_trace.h"
#include "replay/safety/preflight.h"
#include "replay/target.h"

/// What the mapping will do, found by doing it without I/O: one more pass over the trace.

namespace ioreel {

/// Byte ranges of a target that the replay reads and that it writes with data.
struct TargetRanges {
  RangeSet reads{4096}, writes{4096};
};
/// Of the target of one volume. Errors: as ForEachSelected.
absl::StatusOr<TargetRanges> FindTargetRanges(const ReplayTrace& trace, const TraceSurvey& survey,
                                              uint16_t volume, const Preflight& preflight,
                                              const std::atomic<bool>* stop);

/// What one pass of the replay will do otherwise than recorded, as RequestMap::changes() and
/// CutChanges(); reads the trace only if what an I/O becomes hangs on where it lies. `preflights`
/// by volume; `target` of all volumes, as it was made, and so it is left. Errors: as
/// ForEachSelected.
absl::StatusOr<std::vector<Substitution>> FindChanges(const ReplayTrace& trace,
                                                      const TraceSurvey& survey,
                                                      const std::vector<Preflight>& preflights,
                                                      uint64_t split_bytes, Target* target,
                                                      const std::atomic<bool>* stop);

/// That so many requests were cut by --split; none where none was.
std::vector<Substitution> CutChanges(const CutCount& cut, uint64_t split_bytes);

}  // namespace ioreel
