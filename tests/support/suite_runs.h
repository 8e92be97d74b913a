#pragma once

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analysis/score/score_report.h"
#include "tests/support/noisy_runs.h"

namespace ioreel {

/// How a made-up suite is run.
struct SuiteShape {
  int traces = 1;
  double slowdown = 1;   ///< of all its runs
  double deviation = 0;  ///< of the logarithm of a run: about its coefficient of variation
  std::string target = SoundResult().target.spec;
};

/// A result for each trace, with a repeat for each of `machine`: by what factor the machine itself
/// was slower then.
inline std::vector<NamedResult> SuiteRuns(const SuiteShape& shape,
                                          const std::vector<double>& machine, Noise* noise) {
  std::vector<NamedResult> results;
  for (int trace = 1; trace <= shape.traces; ++trace) {
    NamedResult& named = results.emplace_back();
    named.name = absl::StrCat(shape.target, "-", trace, ".json");
    for (const double factor : machine) {
      const RunResult run = NoisyRuns(1, factor * shape.slowdown, shape.deviation, noise);
      if (named.result.repeats.empty()) {
        named.result = run;
      } else {
        named.result.repeats.push_back(run.repeats.front());
      }
    }
    named.result.trace.digest = absl::StrCat("xxh3-128:", trace);
    named.result.trace.path = absl::StrCat("suite/trace", trace, ".ioreel");
    named.result.target.spec = shape.target;
  }
  return results;
}

}  // namespace ioreel
