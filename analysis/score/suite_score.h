#pragma once

#include <optional>
#include <string>
#include <vector>

#include "analysis/score/outcome.h"
#include "analysis/score/score.h"
#include "analysis/score/suite_trace_score.h"
#include "formats/result/suite_result.h"

/// The suite's part of docs/scoring.md.

namespace ioreel {

struct NamedSuite {
  std::string name;  ///< file, for the user
  SuiteResult result;
};

/// A run of a suite, judged and scored.
struct SuiteScore {
  std::string name;
  SuiteIdentity suite;
  std::string scope, layout;
  int passes = 1;
  int64_t idle_ns = 0;
  std::string how;        ///< HowReplayed() of its first result; "" = there is none
  std::string reference;  ///< what 1000 points are, in words; "" = nothing
  std::vector<SuiteTraceScore> traces;
  /// Weighted geometric means over the traces; storage of all reads and writes. Empty where one of
  /// the reasons below stands against it.
  Score total;
  std::vector<double> pass_speeds;       ///< the speed score of each pass alone
  std::vector<std::string> invalid;      ///< of traces, each with the trace's name
  std::vector<std::string> withheld;     ///< why a sound run has no scores, or not all
  std::vector<std::string> differences;  ///< to the reference, or to the first of several
  std::vector<std::string> notes;        ///< what to keep in mind
  Outcome outcome = Outcome::kOk;
};

/// "invalid", "withheld", "incomparable" or "valid", as VerdictName.
absl::string_view VerdictName(const SuiteScore& score);

/// exp(Σ w ln x ÷ Σ w). REQUIRES: as many of both, values
/// and weights above 0, one or more.
double WeightedGeometricMean(const std::vector<double>& values, const std::vector<double>& weights);

/// Scores one run against `reference`, or else against the reference times that it brings along.
/// `allow_invalid`: also with passes that are invalid or tainted.
SuiteScore ScoreSuite(const NamedSuite& suite, const std::optional<NamedSuite>& reference,
                      bool allow_invalid);

/// Each of several, which must have been run in the same way as the first of them.
/// REQUIRES: !suites.empty().
std::vector<SuiteScore> ScoreSuites(const std::vector<NamedSuite>& suites,
                                    const std::optional<NamedSuite>& reference, bool allow_invalid);

}  // namespace ioreel
