#include "analysis/score/suite_score.h"

#include <cmath>
#include <map>

#include "absl/functional/function_ref.h"
#include "absl/strings/str_cat.h"
#include "analysis/score/score_report.h"
#include "analysis/score/suite_conditions.h"
#include "base/check.h"

namespace ioreel {
namespace {

/// What its points are relative to.
struct Reference {
  std::string words;
  std::map<std::string, Baseline> traces;
};

Baseline BaselineOf(const ReferenceTimes& times) {
  return {.completion_ns = static_cast<double>(times.completion_ns),
          .busy_ns = static_cast<double>(times.busy_ns)};
}

bool IsReadOrWrite(const OpSummary& op) { return op.op == Op::kRead || op.op == Op::kWrite; }

/// What each trace has to say, with its name; what all say, once.
class Sayings {
 public:
  void Add(const std::string& trace, const std::string& what) { said_[what].push_back(trace); }
  std::vector<std::string> Of(size_t traces) const {
    std::vector<std::string> lines;
    for (const auto& [what, names] : said_) {
      if (names.size() == traces && traces > 1) {
        lines.push_back(absl::StrCat("all traces: ", what));
        continue;
      }
      for (const std::string& name : names) lines.push_back(absl::StrCat(name, ": ", what));
    }
    return lines;
  }

 private:
  std::map<std::string, std::vector<std::string>> said_;
};

void JudgeTraces(const SuiteResult& suite, SuiteScore* score) {
  Sayings invalid, withheld, notes;
  for (const SuiteTraceResult& trace : suite.traces) {
    for (const std::string& why : WhyInvalid(trace, suite.passes)) invalid.Add(trace.name, why);
    if (!trace.result) continue;
    const ScoreReport alone = MakeScoreReport({{trace.name, *trace.result}}, std::nullopt, true);
    const ScoreCard& card = alone.cards.front();
    for (const std::string& why : card.verdict.withheld) withheld.Add(trace.name, why);
    for (const std::string& note : card.notes) notes.Add(trace.name, note);
    if (score->how.empty()) score->how = card.how;
  }
  score->invalid = invalid.Of(suite.traces.size());
  if (!suite.complete) {
    score->invalid.insert(score->invalid.begin(), "it was stopped before all replays were made");
  }
  score->withheld = withheld.Of(suite.traces.size());
  score->notes = notes.Of(suite.traces.size());
}

/// What the run brings along, where it may be held against it.
Reference OwnReference(const SuiteResult& suite, SuiteScore* score) {
  Reference found;
  if (!suite.reference) {
    score->notes.push_back(
        absl::StrCat("the suite has no reference times for a ", suite.scope,
                     " run: there are no speed and device scores without --reference"));
    return found;
  }
  if (score->how.empty()) return found;
  found.words = suite.reference->device;
  std::vector<std::string> reasons;
  if (IsSimulated(suite)) reasons.push_back("drives are simulated, those of the reference are not");
  for (const std::string& difference : DifferencesTo(*suite.reference, suite)) {
    reasons.push_back(absl::StrCat("it was not run as the reference was: ", difference));
  }
  for (const std::string& reason : reasons) {
    score->withheld.push_back(absl::StrCat("speed and device scores: ", reason));
  }
  if (!reasons.empty()) return found;
  for (const auto& [name, times] : suite.reference->traces) found.traces[name] = BaselineOf(times);
  return found;
}

Reference GivenReference(const NamedSuite& reference, const SuiteResult& suite, SuiteScore* score) {
  Reference found{.words = reference.name, .traces = {}};
  for (const std::string& difference : SuiteDifferences(suite, reference.result)) {
    score->differences.push_back(absl::StrCat("against ", reference.name, ": ", difference));
  }
  for (const SuiteTraceResult& trace : reference.result.traces) {
    for (const std::string& why : WhyInvalid(trace, reference.result.passes)) {
      score->differences.push_back(
          absl::StrCat("against ", reference.name, ": ", trace.name, ": ", why));
    }
    if (!trace.result) continue;
    found.traces[trace.name] = ReferenceRun(Measure(*trace.result));
    if (!score->how.empty() && IsSimulated(suite) != IsSimulated(reference.result)) {
      score->differences.push_back(
          absl::StrCat("against ", reference.name, ": simulated drives and measured ones"));
      break;
    }
  }
  return found;
}

/// nullopt where a trace has none.
std::optional<double> MeanOver(
    const std::vector<SuiteTraceScore>& traces,
    absl::FunctionRef<std::optional<double>(const SuiteTraceScore&)> of) {
  std::vector<double> values, weights;
  for (const SuiteTraceScore& trace : traces) {
    const std::optional<double> value = of(trace);
    if (!value) return std::nullopt;
    values.push_back(*value);
    weights.push_back(trace.weight);
  }
  return WeightedGeometricMean(values, weights);
}

/// √(bandwidth ÷ mean access time) of all reads and writes of all passes.
std::optional<double> StorageOfAll(const SuiteResult& suite) {
  double bytes = 0, busy_ns = 0, access_ns = 0, ios = 0;
  for (const SuiteTraceResult& trace : suite.traces) {
    for (const RepeatResult& repeat : trace.result->repeats) {
      bytes += static_cast<double>(repeat.read_bytes + repeat.written_bytes);
      busy_ns += static_cast<double>(repeat.busy_ns);
      for (const OpSummary& op : repeat.ops) {
        if (!IsReadOrWrite(op)) continue;
        ios += static_cast<double>(op.count);
        access_ns += static_cast<double>(op.count) * static_cast<double>(op.completion.mean_ns);
      }
    }
  }
  if (busy_ns <= 0 || ios <= 0) return std::nullopt;
  Measurement all;
  all.bandwidth_bytes_per_s.median = bytes * 1e9 / busy_ns;
  all.mean_access_ns.median = access_ns / ios;
  return ComputeScore(all, {}).storage;
}

void ScoreWhole(const SuiteResult& suite, SuiteScore* score) {
  const std::vector<SuiteTraceScore>& traces = score->traces;
  score->total.speed = MeanOver(traces, [](const SuiteTraceScore& t) { return t.score.speed; });
  score->total.device = MeanOver(traces, [](const SuiteTraceScore& t) { return t.score.device; });
  score->total.storage = StorageOfAll(suite);
  for (size_t pass = 0; score->total.speed && pass < static_cast<size_t>(suite.passes); ++pass) {
    const auto speed = [pass](const SuiteTraceScore& trace) -> std::optional<double> {
      if (pass >= trace.pass_speeds.size()) return std::nullopt;
      return trace.pass_speeds[pass];
    };
    if (const auto mean = MeanOver(traces, speed)) score->pass_speeds.push_back(*mean);
  }
}

Outcome OutcomeOf(const SuiteScore& score, bool allow_invalid) {
  if (!score.invalid.empty() && !allow_invalid) return Outcome::kInvalid;
  return score.differences.empty() ? Outcome::kOk : Outcome::kIncomparable;
}

}  // namespace

absl::string_view VerdictName(const SuiteScore& score) {
  if (!score.invalid.empty()) return "invalid";
  if (!score.withheld.empty()) return "withheld";
  return score.differences.empty() ? "valid" : "incomparable";
}

double WeightedGeometricMean(const std::vector<double>& values,
                             const std::vector<double>& weights) {
  CHECK(!values.empty() && values.size() == weights.size());
  double sum = 0, weight = 0;
  for (size_t i = 0; i < values.size(); ++i) {
    sum += weights[i] * std::log(values[i]);
    weight += weights[i];
  }
  return std::exp(sum / weight);
}

SuiteScore ScoreSuite(const NamedSuite& named, const std::optional<NamedSuite>& given,
                      bool allow_invalid) {
  const SuiteResult& suite = named.result;
  SuiteScore score{.name = named.name,
                   .suite = suite.suite,
                   .scope = suite.scope,
                   .layout = suite.layout,
                   .passes = suite.passes,
                   .idle_ns = suite.idle_ns,
                   .how = "",
                   .reference = "",
                   .traces = {},
                   .total = {},
                   .pass_speeds = {},
                   .invalid = {},
                   .withheld = {},
                   .differences = {},
                   .notes = {}};
  for (const SuiteTraceResult& trace : suite.traces) score.traces.push_back(MeasureTrace(trace));
  JudgeTraces(suite, &score);
  const bool measures_drives = score.withheld.empty();
  const Reference reference =
      given ? GivenReference(*given, suite, &score) : OwnReference(suite, &score);
  score.reference = reference.words;
  score.outcome = OutcomeOf(score, allow_invalid);
  if (!measures_drives || !score.differences.empty()) return score;
  bool whole = suite.scope != "part";
  for (size_t i = 0; i < suite.traces.size(); ++i) {
    const SuiteTraceResult& trace = suite.traces[i];
    const bool sound = WhyInvalid(trace, suite.passes).empty() || allow_invalid;
    const bool scored = HasAllPasses(trace, suite.passes) && sound;
    const auto held = reference.traces.find(trace.name);
    const Baseline baseline = held == reference.traces.end() ? Baseline() : held->second;
    if (scored) ScoreTrace(trace, baseline, &score.traces[i]);
    whole &= scored;
  }
  if (suite.scope == "part") {
    score.notes.push_back("a part of the suite gives its traces' scores, and none of the suite");
  }
  if (whole) ScoreWhole(suite, &score);
  return score;
}

std::vector<SuiteScore> ScoreSuites(const std::vector<NamedSuite>& suites,
                                    const std::optional<NamedSuite>& reference,
                                    bool allow_invalid) {
  CHECK(!suites.empty());
  std::vector<SuiteScore> scores;
  for (const NamedSuite& suite : suites) {
    SuiteScore& score = scores.emplace_back(ScoreSuite(suite, reference, allow_invalid));
    const NamedSuite& first = suites.front();
    for (const std::string& difference : SuiteDifferences(first.result, suite.result)) {
      score.differences.push_back(absl::StrCat("against ", first.name, ": ", difference));
    }
    if (score.differences.empty()) continue;
    score.total = {};
    score.pass_speeds.clear();
    score.outcome = OutcomeOf(score, allow_invalid);
  }
  return scores;
}

}  // namespace ioreel
