#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/result/run_result.h"
#include "replay/plan/trace_survey.h"
#include "replay/safety/preflight.h"
#include "replay/session_options.h"

namespace ioreel {

/// How a volume of the trace is done, and on what.
struct PlannedVolume {
  const Preflight* preflight = nullptr;
  TargetFacts target;
};

/// The plan for the user, a line each: what is replayed on what, what is left out, what `changes`
/// (mapping_forecast.h), and how long it should take. `volumes` as in the survey's layout.
std::vector<std::string> DescribePlan(const SessionOptions& options, const TraceSurvey& survey,
                                      const std::vector<PlannedVolume>& volumes,
                                      const std::vector<Substitution>& changes);

/// The members of an array or cache, a line each; none of a single file or device.
std::vector<std::string> DescribeMembers(const TargetFacts& target);

/// The idle time of one pass that --idle-cap cuts: between I/Os, before the first and after the
/// last.
int64_t IdleCutNs(const SessionOptions& options, const TraceSurvey& survey);

/// How long the replay takes if the target is as fast as the recorded one; kNoTime = unknown.
int64_t ExpectedSpanNs(const SessionOptions& options, const TraceSurvey& survey);

}  // namespace ioreel
