#pragma once

#include "formats/model/trace_info.h"
#include "formats/result/run_result.h"
#include "replay/device.h"
#include "replay/engine_registry.h"
#include "replay/plan/planner.h"
#include "replay/plan/trace_survey.h"
#include "replay/session_options.h"

namespace ioreel {

/// Everything of a result that is known before the first repeat, but for the trace's digest.
RunResult RunFacts(const SessionOptions& options, const TraceSurvey& survey, TargetFacts target,
                   const EngineChoice& engine);

/// What the trace took when it was recorded, of the part that was replayed.
void AddRecorded(const SessionOptions& options, const TraceSurvey& survey, const PlanReport& plan,
                 TraceFacts* facts);

/// Whether `target` is the very device that was recorded as `volume`, on the same machine: then the
/// result tells how far off a prediction by replay is.
bool IsRecordedDevice(const TraceSurvey& survey, const TraceVolume& volume, const Device& target);

/// The head of a file of samples: the targets as the devices, in the order of their volumes.
TraceInfo SampleInfo(const RunResult& result);

}  // namespace ioreel
