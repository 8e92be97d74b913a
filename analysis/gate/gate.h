#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/compare/sides.h"
#include "analysis/gate/policy.h"

namespace ioreel {

/// The first that applies.
enum class GateOutcome {
  kInvalid,       ///< a run or the trace must not be trusted
  kIncomparable,  ///< the sides did not measure the same thing
  kRegression,    ///< something required is worse than tolerated
  kInconclusive,  ///< something required is not shown to be within its tolerance either
  kPass,
};

/// "invalid", "incomparable", "regression", "inconclusive", "pass".
absl::string_view GateOutcomeName(GateOutcome outcome);

/// By what factor the candidate is worse: of times candidate ÷ baseline, of rates the other way
/// round; below 1 it is better.
struct Slowdown {
  double ratio;
  double low, high;   ///< bounds of confidence 1 − alpha each; 0 and ∞ where there are none
  double p_worse;     ///< of such runs if it is no worse than tolerated, or than noise makes it
  double p_adjusted;  ///< the same for the number of tests of its family (holm.h)
  double p_within;    ///< of such runs if it is as bad as tolerated, or worse
};

/// What noise of the baseline lets pass at most where the policy tolerates less.
inline constexpr double kMostForNoise = 0.3;

/// One metric, of the suite or of a trace of it.
struct GateTest {
  enum class Finding { kWorse, kUndecided, kWithin, kUnknown };

  const Metric* metric = nullptr;
  std::string trace;  ///< "" = the geometric mean of the suite
  GateRule rule;
  double alarm = 0;  ///< worse is what is above: the rule's tolerance, or more for noise
  /// Within is what is below: the rule's tolerance, or `alarm`, but for noise no more than
  /// kMostForNoise.
  double within = 0;
  std::optional<double> noise;  ///< deviation of the baseline's runs, if it made `alarm`
  std::optional<double> baseline_median, candidate_median;
  std::optional<Slowdown> slowdown;  ///< none where a run does not tell the figure
  Finding finding = Finding::kUnknown;
};

/// "worse", "undecided", "within", "unknown".
absl::string_view FindingName(GateTest::Finding finding);

struct GateReport {
  GateOutcome outcome = GateOutcome::kPass;
  std::vector<std::string> reasons;  ///< why it is invalid or incomparable; no tests then
  GatePolicy policy;
  std::vector<std::string> traces;
  SideFacts baseline, candidate;
  bool paired = false;
  double alpha = 0;         ///< of each test, or family of tests
  int look = 1, looks = 1;  ///< which of how many
  std::vector<std::string> varied, warnings;
  std::vector<GateTest> tests;
  int required = 0;  ///< how many of them are; of plans, how many will be
};

struct GateOptions {
  std::set<Vary> vary = {Vary::kTarget};
  bool paired = false;
  int look = 1, looks = 1;            ///< of how many this is which: they share the policy's alpha
  std::vector<std::string> warnings;  ///< of how the runs were chosen
};

/// Holds the candidate against the baseline. A metric that is required fails the gate if the
/// hypothesis that it is at most its tolerance worse is rejected, and lets it pass if the one that
/// it is worse than that is. Noise of the baseline widens both, the latter to kMostForNoise. A
/// trace that the policy requires by name must be among the runs. All that is required is one
/// family, whose p values are adjusted for their number; of what is only reported, the traces of
/// each metric. REQUIRES: neither side is empty.
GateReport JudgeGate(const std::vector<NamedResult>& baseline,
                     const std::vector<NamedResult>& candidate, const GatePolicy& policy,
                     const GateOptions& options);

/// The same before anything was run: whether what the runs will be can be held against each other,
/// kIncomparable with the reasons, or kPass. Of the results only what a plan knows is looked at.
GateReport JudgePlans(const std::vector<NamedResult>& baseline,
                      const std::vector<NamedResult>& candidate, const GatePolicy& policy,
                      const GateOptions& options);

}  // namespace ioreel
