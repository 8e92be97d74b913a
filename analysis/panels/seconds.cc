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

double ElapsedSeconds(const RepeatResult& repeat) {
  return static_cast<double>(repeat.elapsed_ns) / 1e9;
}

/// Means over steps of so many seconds; of the last, over the part of it that the run had.
template <typename Value>
std::vector<double> Means(const RepeatResult& repeat, size_t step, const Value& value) {
  const double run_s = ElapsedSeconds(repeat);
  std::vector<double> means;
  for (size_t i = 0; i < repeat.seconds.size(); i += step) {
    const size_t end = std::min(i + step, repeat.seconds.size());
    double sum = 0;
    for (size_t j = i; j < end; ++j) sum += value(repeat.seconds[j]);
    const double length = std::min(run_s, static_cast<double>(end)) - static_cast<double>(i);
    if (length < 0.25 && !means.empty()) break;  // too short for a rate
    means.push_back(sum / (length > 0 ? length : static_cast<double>(end - i)));
  }
  return means;
}

double Ios(const SecondSummary& second) {
  return static_cast<double>(second.reads + second.writes + second.others);
}
double Bytes(const SecondSummary& second) {
  return static_cast<double>(second.read_bytes + second.written_bytes);
}

/// How long the longest of some repeats is.
struct Longest {
  size_t seconds = 0;
  double elapsed_s = 0;

  void Cover(const RepeatResult& repeat) {
    seconds = std::max(seconds, repeat.seconds.size());
    elapsed_s = std::max(elapsed_s, ElapsedSeconds(repeat));
  }
  double end_s() const {
    const auto whole = static_cast<double>(seconds);
    return elapsed_s > 0 ? std::min(elapsed_s, whole) : whole;
  }
};

struct GroupCharts {
  TimeChart ios, bytes;
};

bool HasAny(const TimeChart& chart) {
  return std::any_of(chart.series.begin(), chart.series.end(), [](const TimeSeries& series) {
    return std::any_of(series.values.begin(), series.values.end(),
                       [](double value) { return value > 0; });
  });
}

std::optional<GroupCharts> ChartsOf(const RunGroup& group, const std::string& id) {
  Longest longest;
  for (const Run& run : group.runs) {
    const RepeatResult* repeat = MiddleRepeat(run.result());
    if (repeat != nullptr) longest.Cover(*repeat);
  }
  if (longest.seconds == 0) return std::nullopt;
  const size_t step = (longest.seconds + kMostSteps - 1) / kMostSteps;
  GroupCharts charts;
  charts.ios = {.title = "I/Os completed",
                .note = "",
                .quantity = "I/Os per second",
                .group = id,
                .range = MakeTimeRange(0, longest.end_s() * 1e9),
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
    Charts figures{{DrawTimeChart(charts->ios)}};
    if (HasAny(charts->bytes)) figures.charts.push_back(DrawTimeChart(charts->bytes));
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
