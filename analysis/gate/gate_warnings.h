#pragma once

#include <vector>

#include "analysis/compare/suite_runs.h"
#include "analysis/gate/gate.h"

namespace ioreel {

/// Adds what the user should know of a report whose tests are made: runs that are too few, or not
/// as many of each trace, names in the policy that are not met, a baseline that is old, and what
/// was not measured.
void AddWarnings(const std::vector<TraceRuns>& traces, GateReport* report);

}  // namespace ioreel
