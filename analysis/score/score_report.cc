#include "analysis/score/score_report.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/check.h"

namespace ioreel {
namespace {

constexpr double kMaxSpread = 0.10;
constexpr int kEnoughRepeats = 3;
/// Beyond what drives and arrays of them do today: a cache or a RAM disk.
constexpr double kPlausibleBytesPerS = 60e9;
constexpr double kPlausibleAccessNs = 2'000;

void NoteSpread(const std::string& what, const Figure& figure, std::vector<std::string>* notes) {
  if (figure.spread.value_or(0) <= kMaxSpread) return;
  notes->push_back(absl::StrFormat(
      "the repeats' %s varies by %.1f %% (more than %.0f %%): repeat it, or quiet the machine",
      what, *figure.spread * 100, kMaxSpread * 100));
}

/// False where the replay's own think time is not the recorded one.
bool HasRecordedCounterpart(const RunResult& result) {
  const auto speed = result.options.find("speed");
  return result.mode != "afap" && !result.options.contains("idle_cap_ns") &&
         (speed == result.options.end() || speed->second == "1");
}

std::vector<std::string> Notes(const RunResult& result, const Measurement& measured) {
  std::vector<std::string> notes;
  if (measured.repeats > 0 && measured.repeats < kEnoughRepeats) {
    notes.push_back(absl::StrCat("only ", measured.repeats,
                                 measured.repeats == 1 ? " repeat" : " repeats",
                                 ": the spread needs ", kEnoughRepeats, " or more"));
  }
  NoteSpread("completion time", measured.completion_ns, &notes);
  NoteSpread("busy time", measured.busy_ns, &notes);
  if (measured.bandwidth_bytes_per_s.median.value_or(0) > kPlausibleBytesPerS ||
      measured.mean_access_ns.median.value_or(kPlausibleAccessNs) < kPlausibleAccessNs) {
    notes.push_back("faster than drives are: was it a cache or a RAM disk?");
  }
  if (result.mode == "timed") {
    notes.push_back(
        "timed mode keeps the recorded times: its completion time shows how well the "
        "drive kept up, not how fast it is");
  }
  if (result.mode != "afap" && !HasRecordedCounterpart(result)) {
    notes.push_back(
        "--speed or --idle-cap changed the think time: the completion time has no "
        "recorded counterpart");
  }
  if (result.mode == "afap") {
    notes.push_back(
        "afap mode leaves out think time: its completion time is not the application's and has no "
        "recorded counterpart");
  }
  return notes;
}

ScoreCard MakeCard(const NamedResult& named) {
  ScoreCard card;
  card.name = named.name;
  card.how = HowReplayed(named.result);
  card.verdict = Judge(named.result);
  card.measured = Measure(named.result);
  card.recorded = RecordedRun(named.result.trace);
  if (!HasRecordedCounterpart(named.result)) card.recorded.completion_ns.reset();
  card.notes = Notes(named.result, card.measured);
  return card;
}

/// Why `card`'s run must not stand beside that of `base`, another run.
std::vector<std::string> WhyIncomparable(const NamedResult& base, const RunResult& result) {
  std::vector<std::string> reasons;
  for (const std::string& difference : Differences(base.result, result)) {
    reasons.push_back(absl::StrCat("against ", base.name, ": ", difference));
  }
  for (const std::string& reason : Judge(base.result).withheld) {
    reasons.push_back(absl::StrCat("against ", base.name, ": ", reason));
  }
  return reasons;
}

bool Trusted(const ScoreReport& report) {
  return (!report.reference || report.reference->verdict.trusted()) &&
         std::all_of(report.cards.begin(), report.cards.end(),
                     [](const ScoreCard& card) { return card.verdict.trusted(); });
}

/// Whether figures of several runs stand together that must not.
bool Incomparable(const ScoreReport& report) {
  const bool alone = report.cards.size() == 1 && !report.reference;
  return !alone && std::any_of(report.cards.begin(), report.cards.end(), [](const ScoreCard& card) {
    return !card.differences.empty() || !card.verdict.withheld.empty();
  });
}

}  // namespace

std::string HowReplayed(const RunResult& result) {
  std::string model = result.target.model.empty() ? result.target.filesystem : result.target.model;
  if (!result.target.members.empty()) {
    model = absl::StrCat(result.target.kind, " of ", result.target.members.size());
  }
  return absl::StrCat(result.mode, " mode, ", result.level, " level, engine ", result.engine,
                      ", on ", result.target.spec,
                      model.empty() ? "" : absl::StrCat(" (", model, ")"));
}

std::string TraceText(const TraceFacts& trace) {
  return trace.command.empty() ? trace.path : absl::StrCat(trace.path, ": ", trace.command);
}

absl::string_view VerdictName(const ScoreCard& card) {
  if (!card.verdict.invalid.empty()) return "invalid";
  if (!card.verdict.tainted.empty()) return "tainted";
  if (!card.verdict.withheld.empty()) return "withheld";
  return card.differences.empty() ? "valid" : "incomparable";
}

absl::string_view ScoreRemark::label() const {
  switch (kind) {
    case Kind::kInvalid:
      return "INVALID";
    case Kind::kTainted:
      return "TAINTED";
    case Kind::kWithheld:
      return "WITHHELD";
    case Kind::kNotComparable:
      return "NOT COMPARABLE";
    case Kind::kNote:
      break;
  }
  return "note";
}

std::vector<ScoreRemark> RemarksOf(const ScoreCard& card) {
  using Kind = ScoreRemark::Kind;
  std::vector<ScoreRemark> remarks;
  const auto add = [&remarks](Kind kind, const std::vector<std::string>& texts) {
    for (const std::string& text : texts) remarks.push_back({kind, text});
  };
  add(Kind::kInvalid, card.verdict.invalid);
  add(Kind::kTainted, card.verdict.tainted);
  add(Kind::kWithheld, card.verdict.withheld);
  add(Kind::kNotComparable, card.differences);
  add(Kind::kNote, card.notes);
  return remarks;
}

ScoreReport MakeScoreReport(const std::vector<NamedResult>& results,
                            const std::optional<NamedResult>& reference, bool allow_invalid) {
  CHECK(!results.empty());
  ScoreReport report;
  report.trace = TraceText(results.front().result.trace);
  if (reference) report.reference = MakeCard(*reference);
  const NamedResult& base = reference ? *reference : results.front();
  for (const NamedResult& result : results) {
    ScoreCard& card = report.cards.emplace_back(MakeCard(result));
    if (&result != &base) card.differences = WhyIncomparable(base, result.result);
  }
  if (Incomparable(report)) report.outcome = Outcome::kIncomparable;
  if (!Trusted(report) && !allow_invalid) report.outcome = Outcome::kInvalid;

  const auto usable = [&](const ScoreCard& card) {
    return card.verdict.withheld.empty() && card.differences.empty() &&
           (allow_invalid || card.verdict.trusted());
  };
  if (report.reference) {
    ScoreCard& card = *report.reference;
    if (!usable(card)) return report;
    card.score = ComputeScore(card.measured, ReferenceRun(card.measured));
  }
  for (ScoreCard& card : report.cards) {
    const Baseline baseline =
        report.reference ? ReferenceRun(report.reference->measured) : card.recorded;
    if (usable(card)) card.score = ComputeScore(card.measured, baseline);
  }
  return report;
}

}  // namespace ioreel
