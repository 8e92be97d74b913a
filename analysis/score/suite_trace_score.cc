#include "analysis/score/suite_trace_score.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analysis/compare/metric_comparison.h"
#include "analysis/score/verdict.h"
#include "analysis/stats/statistics.h"
#include "base/check.h"

namespace ioreel {
namespace {

std::optional<double> MedianOf(const RunResult& run, absl::string_view key) {
  const auto metric = std::find_if(ComparedMetrics().begin(), ComparedMetrics().end(),
                                   [key](const Metric& candidate) { return candidate.key == key; });
  CHECK(metric != ComparedMetrics().end());
  std::vector<double> values;
  for (const RepeatResult& repeat : run.repeats) values.push_back(metric->of(repeat));
  return AllKnown(values) ? Median(values) : std::nullopt;
}

std::optional<double> LongestNs(const RunResult& run) {
  std::optional<double> longest;
  for (const RepeatResult& repeat : run.repeats) {
    for (const OpSummary& op : repeat.ops) {
      if ((op.op != Op::kRead && op.op != Op::kWrite) || op.count == 0) continue;
      longest = std::max(longest.value_or(0), static_cast<double>(op.completion.max_ns));
    }
  }
  return longest;
}

}  // namespace

SuiteTraceScore MeasureTrace(const SuiteTraceResult& trace) {
  SuiteTraceScore score;
  score.name = trace.name;
  score.about = trace.about;
  score.weight = trace.weight;
  if (!trace.result) return score;
  score.passes = static_cast<int>(trace.result->repeats.size());
  score.measured = Measure(*trace.result);
  score.read_p99_ns = MedianOf(*trace.result, "read_p99_ns");
  score.write_p99_ns = MedianOf(*trace.result, "write_p99_ns");
  score.longest_ns = LongestNs(*trace.result);
  return score;
}

std::vector<std::string> WhyInvalid(const SuiteTraceResult& trace, int passes) {
  std::vector<std::string> reasons;
  const int made = trace.result ? static_cast<int>(trace.result->repeats.size()) : 0;
  if (made < passes) reasons.push_back(absl::StrCat(made, " of ", passes, " passes were made"));
  if (!trace.failure.empty()) reasons.push_back(trace.failure);
  if (!trace.result) return reasons;
  const Verdict verdict = Judge(*trace.result);
  reasons.insert(reasons.end(), verdict.invalid.begin(), verdict.invalid.end());
  reasons.insert(reasons.end(), verdict.tainted.begin(), verdict.tainted.end());
  return reasons;
}

bool HasAllPasses(const SuiteTraceResult& trace, int passes) {
  return trace.result && std::cmp_greater_equal(trace.result->repeats.size(), passes);
}

void ScoreTrace(const SuiteTraceResult& trace, const Baseline& reference, SuiteTraceScore* score) {
  score->reference = reference;
  score->score = ComputeScore(score->measured, score->reference);
  for (const RepeatResult& repeat : trace.result->repeats) {
    RunResult pass;
    pass.repeats = {repeat};
    const Score alone = ComputeScore(Measure(pass), score->reference);
    if (alone.speed) score->pass_speeds.push_back(*alone.speed);
  }
}

}  // namespace ioreel
