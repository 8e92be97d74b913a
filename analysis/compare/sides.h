#pragma once

#include <set>
#include <string>
#include <vector>

#include "analysis/compare/comparability.h"
#include "analysis/score/outcome.h"
#include "analysis/score/score_report.h"

namespace ioreel {

/// What stands on one side of a comparison.
struct SideFacts {
  std::vector<std::string> files;
  std::string how;  ///< of its first run
  int runs = 0;     ///< repeats of all its results
};

/// REQUIRES: !side.empty().
SideFacts DescribeSide(const std::vector<NamedResult>& side);

/// Whether two sides can be held against each other at all.
struct Admission {
  Outcome outcome = Outcome::kOk;    ///< invalid or tainted runs come before incomparable sides
  std::vector<std::string> reasons;  ///< why it is not ok
  std::vector<std::string> varied;   ///< what is under test and does differ
};

/// Pairs need as many runs on both sides. REQUIRES: neither is empty.
Admission Admit(const std::vector<NamedResult>& a, const std::vector<NamedResult>& b,
                const std::set<Vary>& vary, bool paired);

}  // namespace ioreel
