#pragma once

#include <string>

#include "absl/status/status.h"
#include "replay/plan/trace_survey.h"

namespace ioreel {

/// Why a trace is less than what happened: "12 events were lost in 3 windows"; "" when it is whole.
std::string TaintText(const TraceSurvey& survey);

/// FailedPrecondition that names the trace, what it lacks and --allow-tainted; OK when it is whole.
absl::Status CheckUntainted(const TraceSurvey& survey, const std::string& trace_name);
/// Whether `status` is that refusal: no fault of the command, but of what it was given.
bool IsTaintRefusal(const absl::Status& status);

}  // namespace ioreel
