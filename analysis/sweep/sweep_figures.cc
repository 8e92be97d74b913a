#include "analysis/sweep/sweep_figures.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <vector>

#include "analysis/stats/statistics.h"
#include "analysis/stats/steady_state.h"

namespace ioreel {
namespace {

double MeanOfWindow(const std::vector<double>& values) {
  const size_t window = std::min<size_t>(values.size(), SteadyState::kWindow);
  return std::accumulate(values.end() - static_cast<ptrdiff_t>(window), values.end(), 0.0) /
         static_cast<double>(window);
}

/// One value out of those of all rounds.
class OverRounds {
 public:
  OverRounds(const SweepCellResult& cell, const std::string& value)
      : repeats_(cell.result.repeats), value_(value) {}

  template <typename Get>
  double More(const Get& get) const {
    return Of(get, [](const auto& all) { return *std::max_element(all.begin(), all.end()); });
  }
  template <typename Get>
  double Less(const Get& get) const {
    return Of(get, [](const auto& all) { return *std::min_element(all.begin(), all.end()); });
  }

 private:
  double Of(const std::function<double(const RepeatResult&)>& get,
            double (*best)(const std::vector<double>&)) const {
    std::vector<double> values;
    for (const RepeatResult& repeat : repeats_) values.push_back(get(repeat));
    if (value_ == kBestOfRounds) return best(values);
    return value_ == kMeanOfWindow ? MeanOfWindow(values) : *Median(values);
  }

  const std::vector<RepeatResult>& repeats_;
  const std::string& value_;
};

const OpSummary* FindOp(const RepeatResult& repeat, bool reads) {
  const OpSummary* found = nullptr;
  for (const OpSummary& op : repeat.ops) {
    if ((op.op == Op::kRead) == reads && op.count > 0) found = &op;
  }
  return found;
}

std::optional<double> P99(const SweepCellResult& cell, const OverRounds& rounds, bool reads) {
  for (const RepeatResult& repeat : cell.result.repeats) {
    if (FindOp(repeat, reads) == nullptr) return std::nullopt;
  }
  return rounds.Less([reads](const RepeatResult& repeat) {
    return static_cast<double>(FindOp(repeat, reads)->completion.p99_ns);
  });
}

double Longest(const RepeatResult& repeat) {
  int64_t longest_ns = 0;
  for (const OpSummary& op : repeat.ops) longest_ns = std::max(longest_ns, op.completion.max_ns);
  return static_cast<double>(longest_ns);
}

uint64_t ErrorsOf(const SweepCellResult& cell) {
  uint64_t errors = 0;
  for (const RepeatResult& repeat : cell.result.repeats) {
    for (const ErrorSummary& error : repeat.errors) errors += error.count;
  }
  return errors;
}

}  // namespace

double BytesPerSecond(const RepeatResult& run) {
  double bytes = 0;
  for (const OpSummary& op : run.ops) bytes += static_cast<double>(op.bytes);
  return run.elapsed_ns > 0 ? bytes * 1e9 / static_cast<double>(run.elapsed_ns) : 0;
}

double MeanLatencyNs(const RepeatResult& run) {
  double ios = 0, sum_ns = 0;
  for (const OpSummary& op : run.ops) {
    const auto count = static_cast<double>(op.completion.count);
    ios += count;
    sum_ns += count * op.completion.mean_ns;
  }
  return ios > 0 ? sum_ns / ios : 0;
}

SweepFigures FiguresOf(const SweepCellResult& cell, const std::string& value) {
  const OverRounds rounds(cell, value);
  return {
      .iops = rounds.More([](const RepeatResult& r) { return r.iops; }),
      .bytes_per_s = rounds.More(BytesPerSecond),
      .mean_ns = rounds.Less(MeanLatencyNs),
      .read_p99_ns = P99(cell, rounds, /*reads=*/true),
      .write_p99_ns = P99(cell, rounds, /*reads=*/false),
      .max_ns = rounds.Less(Longest),
      .errors = ErrorsOf(cell),
  };
}

}  // namespace ioreel
