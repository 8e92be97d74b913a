#include "analysis/panels/report_data.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

/// Draws the level that will be shown: the requests from the first one on.
class ChartObserver : public IoObserver {
 public:
  void See(Level level, absl::Span<const Io> ios) override {
    if (level == Level::kIssue && level_ == Level::kQueue && !ios.empty()) {
      charts_ = std::make_unique<TraceCharts>();
      level_ = Level::kIssue;
    }
    if (level != level_) return;
    for (const Io& io : ios) charts_->Add(io);
  }

  Level level() const { return level_; }
  std::unique_ptr<TraceCharts> TakeCharts() {
    charts_->Finish();
    return std::move(charts_);
  }

 private:
  std::unique_ptr<TraceCharts> charts_ = std::make_unique<TraceCharts>();
  Level level_ = Level::kQueue;
};

std::string Stem(const std::string& path) { return std::filesystem::path(path).stem().string(); }

/// File names without folder and extension, as far as these tell the results apart.
std::vector<std::string> Labels(const std::vector<const NamedResult*>& results) {
  std::set<std::string> stems, names;
  for (const NamedResult* result : results) {
    names.insert(result->name);
    stems.insert(Stem(result->name));
  }
  std::vector<std::string> labels;
  for (const NamedResult* result : results)
    labels.push_back(stems.size() == names.size() ? Stem(result->name) : result->name);
  return labels;
}

std::vector<Run> AllRuns(const ReportInput& input) {
  std::vector<const NamedResult*> results;
  for (const NamedResult& result : input.a) results.push_back(&result);
  for (const NamedResult& result : input.b) results.push_back(&result);
  const std::vector<std::string> labels = Labels(results);
  std::vector<Run> runs;
  for (size_t i = 0; i < results.size(); ++i) {
    const int side = i < input.a.size() ? 0 : 1;
    std::string label = labels[i];
    if (!input.b.empty()) label = absl::StrCat(side == 0 ? "A: " : "B: ", label);
    runs.push_back({results[i], label, input.b.empty() ? static_cast<int>(i) : side});
  }
  return runs;
}

RunGroup& GroupOf(const Run& run, std::vector<RunGroup>* groups) {
  const std::string& digest = run.result().trace.digest;
  for (RunGroup& group : *groups) {
    if (group.runs.front().result().trace.digest == digest) return group;
  }
  RunGroup& group = groups->emplace_back();
  group.trace = TraceText(run.result().trace);
  return group;
}

}  // namespace

absl::StatusOr<ReportedTrace> ReadForReport(std::unique_ptr<TraceReader> reader) {
  ChartObserver observer;
  ReportedTrace trace;
  IOREEL_ASSIGN_OR_RETURN(trace.stats, ComputeTraceStats(std::move(reader), &observer));
  trace.level = observer.level();
  trace.charts = observer.TakeCharts();
  return trace;
}

ReportData MakeReportData(ReportInput* input) {
  ReportData data;
  for (const Run& run : AllRuns(*input)) GroupOf(run, &data.groups).runs.push_back(run);
  for (RunGroup& group : data.groups) {
    std::vector<NamedResult> results;
    for (Run& run : group.runs) {
      if (input->b.empty()) run.colour = static_cast<int>(results.size());
      results.push_back(*run.named);
    }
    group.scores = MakeScoreReport(results, input->reference, input->allow_invalid);
  }
  if (!input->suites.empty()) {
    data.suites = ScoreSuites(input->suites, input->suite_reference, input->allow_invalid);
  }
  if (!input->b.empty()) data.comparison = CompareSuites(input->a, input->b, input->comparison);
  data.traces = std::move(input->traces);
  return data;
}

}  // namespace ioreel
