#include <algorithm>
#include <cmath>

#include "absl/strings/str_cat.h"
#include "analysis/panels/panels.h"
#include "analysis/panels/time_chart.h"

namespace ioreel {
namespace {

constexpr size_t kMostSteps = 512;

/// The repeat whose completion time is the middle one; nullptr where there is none.
const RepeatResult* MiddleRepeat(const RunResult& result) {
  std::vector<const RepeatResult*> order;
  for (const RepeatResult& repeat : result.repeats) order.push_back(&repeat);
  std::stable_sort(order.begin(), order.end(), [](const RepeatResult* a, const RepeatResult* b) {
    return a->completion_ns < b->completion_ns;
  });
  return order.empty() ? nullptr : order[(order.size() - 1) / 2];
}

/// Means over steps of so many seconds; of the last, over the part of it that the run had.
template <typename Value>
std::vector<double> Means(const RepeatResult& repeat, size_t step, const Value& value) {
  const double run_s = static_cast<double>(repeat.elapsed_ns) / 1e9;
  std::vector<double> means;
  for (size_t i = 0; i < repeat.seconds.size(); i += step) {
    const size_t end = std::min(i + step, repeat.seconds.size());
    double sum = 0;
    for (size_t j = i; j < end; ++j) sum += value(repeat.seconds[j]);
    const double length = std::min(run_s, static_cast<double>(end)) - static_cast<double>(i);
    if (length < 0.25 && !means.empty()) break;  // too short for a rate
    means.push_back(sum / std::max(length, 0.001));
  }
  return means;
}

double Ios(const SecondSummary& second) {
  return static_cast<double>(second.reads + second.writes + second.others);
}
double Bytes(const SecondSummary& second) {
  return static_cast<double>(second.read_bytes + second.written_bytes);
}

struct GroupCharts {
  TimeChart ios, bytes;
};

std::optional<GroupCharts> ChartsOf(const RunGroup& group, const std::string& id) {
  size_t longest = 0;
  for (const Run& run : group.runs) {
    const RepeatResult* repeat = MiddleRepeat(run.result());
    if (repeat != nullptr) longest = std::max(longest, repeat->seconds.size());
  }
  if (longest == 0) return std::nullopt;
  const size_t step = (longest + kMostSteps - 1) / kMostSteps;
  GroupCharts charts;
  charts.ios = {.title = "I/Os completed",
                .note = "",
                .quantity = "I/Os per second",
                .group = id,
                .range = MakeTimeRange(0, static_cast<double>(longest) * 1e9),
                .series = {}};
  charts.ios.step = charts.ios.range.Of(static_cast<double>(step) * 1e9);
  charts.bytes = charts.ios;
  charts.bytes.title = "Bytes read and written";
  charts.bytes.quantity = "B/s";
  charts.bytes.prefixed = true;
  for (const Run& run : group.runs) {
    const RepeatResult* repeat = MiddleRepeat(run.result());
    if (repeat == nullptr) continue;
    charts.ios.series.push_back({run.label, run.colour, false, Means(*repeat, step, Ios)});
    charts.bytes.series.push_back({run.label, run.colour, false, Means(*repeat, step, Bytes)});
  }
  return charts;
}

}  // namespace

std::optional<Panel> SecondsPanel(const ReportData& data) {
  Panel panel{.id = "seconds", .title = "Replays over time", .intro = {}, .blocks = {}};
  panel.intro.push_back("Of each result the repeat with the middle completion time.");
  for (const RunGroup& group : data.groups) {
    const auto charts = ChartsOf(group, absl::StrCat("seconds-", panel.blocks.size()));
    if (!charts) continue;
    Charts figures{{DrawTimeChart(charts->ios), DrawTimeChart(charts->bytes)}};
    if (data.groups.size() > 1) {
      for (Chart& figure : figures.charts)
        figure.title = absl::StrCat(figure.title, " · ", group.trace);
    }
    panel.blocks.push_back(std::move(figures));
  }
  if (panel.blocks.empty()) return std::nullopt;
  return panel;
}

}  // namespace ioreel
