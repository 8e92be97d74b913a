#pragma once

#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analysis/score/measurement.h"
#include "analysis/score/outcome.h"
#include "analysis/score/score.h"
#include "analysis/score/verdict.h"
#include "formats/result/run_result.h"

namespace ioreel {

struct NamedResult {
  std::string name;  ///< file, for the user; of a suite "FILE: TRACE"
  RunResult result;
};

/// "dependent mode, issue level, engine libaio, on /dev/sdb (MODEL)"
std::string HowReplayed(const RunResult& result);
/// "app.ioreel: app --all": the file, and the recorded command if there was one.
std::string TraceText(const TraceFacts& trace);

/// One result, judged and scored.
struct ScoreCard {
  std::string name;
  std::string how;  ///< HowReplayed()
  Verdict verdict;
  Measurement measured;
  Baseline recorded;  ///< when the trace was made
  Score score;        ///< empty where it is withheld
  /// Why it must not be compared with the reference, or with the first of several results.
  std::vector<std::string> differences;
  std::vector<std::string> notes;  ///< what to keep in mind: spread, mode, implausible figures
};

/// The gravest of what stands against a score: "invalid", "tainted", "withheld", "incomparable";
/// "valid" where nothing does.
absl::string_view VerdictName(const ScoreCard& card);

/// What is to be said of a card.
struct ScoreRemark {
  enum class Kind { kInvalid, kTainted, kWithheld, kNotComparable, kNote };

  Kind kind;
  std::string text;

  /// "INVALID", "note" …
  absl::string_view label() const;
};
/// The gravest first.
std::vector<ScoreRemark> RemarksOf(const ScoreCard& card);

struct ScoreReport {
  std::string trace;                   ///< the first result's, with the recorded command
  std::vector<ScoreCard> cards;        ///< in the order given
  std::optional<ScoreCard> reference;  ///< scores are relative to it; else to the recorded run
  Outcome outcome = Outcome::kOk;
};

/// Scores each result against `reference`, or else against the recorded run. Results that were
/// given together are compared, so they must have replayed the same trace in the same way. Scores
/// are left empty, and the outcome says so, where a result is invalid or tainted (unless
/// `allow_invalid`), where it measured something else, or where it is not comparable.
/// REQUIRES: !results.empty().
ScoreReport MakeScoreReport(const std::vector<NamedResult>& results,
                            const std::optional<NamedResult>& reference, bool allow_invalid);

}  // namespace ioreel
