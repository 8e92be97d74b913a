#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/score/measurement.h"
#include "analysis/score/score.h"
#include "formats/result/suite_result.h"

namespace ioreel {

/// One trace of a suite over its passes.
struct SuiteTraceScore {
  std::string name, about;
  double weight = 1;
  int passes = 0;  ///< that were made
  Measurement measured;
  std::optional<double> read_p99_ns, write_p99_ns;  ///< medians over the passes
  std::optional<double> longest_ns;                 ///< read or write, of all passes
  Baseline reference;                               ///< empty where there is none to hold it to
  Score score;                                      ///< empty where it is withheld
  std::vector<double> pass_speeds;                  ///< the speed score of each pass alone
};

/// Its figures, without scores.
SuiteTraceScore MeasureTrace(const SuiteTraceResult& trace);

/// Whether each of so many passes was made.
bool HasAllPasses(const SuiteTraceResult& trace, int passes);

/// What stands against its figures: passes that are missing, invalid or tainted.
std::vector<std::string> WhyInvalid(const SuiteTraceResult& trace, int passes);

/// Fills in the scores. REQUIRES: the trace has a result; `score` is MeasureTrace() of it.
void ScoreTrace(const SuiteTraceResult& trace, const Baseline& reference, SuiteTraceScore* score);

}  // namespace ioreel
