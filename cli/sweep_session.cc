#include "cli/sweep_session.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analysis/stats/steady_state.h"
#include "analysis/sweep/sweep_figures.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "base/version.h"
#include "replay/run/pause.h"
#include "traces/synth/pattern_text.h"

namespace ioreel {
namespace {

constexpr char kFill[] = "seqwrite,bs=1m";
constexpr int kFillDepth = 8;

const char* ValueText(SweepValue value) {
  switch (value) {
    case SweepValue::kMedian:
      return kMedianOfRounds;
    case SweepValue::kBest:
      return kBestOfRounds;
    case SweepValue::kWindowMean:
      return kMeanOfWindow;
  }
  return "";
}

std::string CellText(const SweepCellResult& cell) {
  std::string text = cell.test;
  if (cell.block_bytes > 0) absl::StrAppend(&text, " ", FormatSize(cell.block_bytes));
  absl::StrAppend(&text, ", ", cell.depth, " deep");
  if (cell.threads > 1) absl::StrAppend(&text, " in ", cell.threads, " threads");
  return text;
}

SweepCellResult FactsOf(const SweepCell& cell) {
  SweepCellResult facts;
  facts.test = cell.test;
  if (cell.pattern.sizes.size() == 1 && cell.pattern.sizes[0].least == cell.pattern.sizes[0].most) {
    facts.block_bytes = cell.pattern.sizes[0].least;
  }
  facts.read_percent = cell.pattern.read_percent;
  facts.threads = cell.pattern.threads;
  facts.depth = cell.depth;
  return facts;
}

double FigureOf(const RepeatResult& run, SteadyRule::Figure figure) {
  switch (figure) {
    case SteadyRule::Figure::kIops:
      return run.iops;
    case SteadyRule::Figure::kBandwidth:
      return BytesPerSecond(run);
    case SteadyRule::Figure::kLatency:
      return MeanLatencyNs(run);
  }
  return 0;
}

/// What stands against loads, each reason once, with those that it stands against.
absl::Status Refusal(const std::map<std::string, std::vector<std::string>>& faults, size_t loads) {
  if (faults.size() == 1 && faults.begin()->second.size() == loads) {
    return absl::InvalidArgumentError(faults.begin()->first);
  }
  std::string text = "nothing was done, since some loads cannot be done here";
  for (const auto& [reason, cells] : faults) {
    absl::StrAppend(&text, "\n  ", reason, "\n    this stands against ", cells.size(), " of ",
                    loads, ": ", cells.front(), cells.size() > 1 ? ", …" : "");
  }
  return absl::InvalidArgumentError(text);
}

}  // namespace

SweepSession::SweepSession(SweepPlan plan, const SessionOptions& options,
                           const std::atomic<bool>* stop)
    : plan_(std::move(plan)), runner_(options, stop), stop_(stop) {
  result_.ioreel_version = kVersion;
  result_.preset = plan_.preset;
  result_.value = ValueText(plan_.value);
  result_.time_ns = plan_.time_ns;
  result_.steady = !plan_.until_steady;
  for (const SweepCell& cell : plan_.cells) result_.cells.push_back(FactsOf(cell));
}

absl::Status SweepSession::Plan(uint64_t span_bytes, uint64_t seed) {
  uint64_t whole_bytes = span_bytes;
  IOREEL_RETURN_IF_ERROR(runner_.FindSpan(&whole_bytes));
  std::map<std::string, std::vector<std::string>> faults;
  for (size_t i = 0; i < plan_.cells.size(); ++i) {
    SweepCell& cell = plan_.cells[i];
    Pattern& pattern = cell.pattern;
    pattern.seed = seed + i;  // so that no cache knows the places of the load before
    if (span_bytes > 0 || pattern.span_bytes == 0) pattern.span_bytes = whole_bytes;
    const absl::Status planned = runner_.Plan(pattern, cell.depth).status();
    if (!planned.ok()) {
      faults[std::string(planned.message())].push_back(CellText(result_.cells[i]));
    }
    result_.cells[i].pattern = PatternText(pattern);
  }
  return faults.empty() ? absl::OkStatus() : Refusal(faults, plan_.cells.size());
}

absl::Status SweepSession::Fill() {
  uint64_t span_bytes = 0;
  for (const SweepCell& cell : plan_.cells) {
    span_bytes = std::max(span_bytes, cell.pattern.span_bytes);
  }
  IOREEL_ASSIGN_OR_RETURN(Pattern fill, runner_.PatternFor(kFill, span_bytes));
  fill.bytes = span_bytes;
  LogInfo(absl::StrCat("writing ", FormatSize(fill.bytes), ", so that no read finds a hole"));
  return runner_.RunAll(fill, kFillDepth).status();
}

absl::Status SweepSession::Measure(size_t cell, int round) {
  Pause(plan_.pause_ns, *stop_);
  const SweepCell& load = plan_.cells[cell];
  Pattern pattern = load.pattern;
  pattern.seed += static_cast<uint64_t>(round) * plan_.cells.size();
  IOREEL_ASSIGN_OR_RETURN(RunResult run, runner_.RunFor(plan_.time_ns, pattern, load.depth));
  RunResult& result = result_.cells[cell].result;
  if (result.repeats.empty()) {
    result = std::move(run);
  } else {
    std::move(run.repeats.begin(), run.repeats.end(), std::back_inserter(result.repeats));
  }
  if (cell == plan_.steady.cell) {
    tracked_.push_back(FigureOf(result.repeats.back(), plan_.steady.figure));
  }
  Tell(cell, round);
  return absl::OkStatus();
}

void SweepSession::Tell(size_t cell, int round) const {
  const SweepCellResult& done = result_.cells[cell];
  const RepeatResult& run = done.result.repeats.back();
  const std::string head =
      plan_.rounds > 1 || plan_.until_steady ? absl::StrCat("round ", round + 1, ": ") : "";
  LogInfo(absl::StrCat(head, CellText(done), ": ", FormatBandwidth(BytesPerSecond(run)), ", ",
                       FormatCount(static_cast<uint64_t>(run.iops + 0.5)), " IOPS, mean ",
                       FormatDuration(static_cast<int64_t>(MeanLatencyNs(run))),
                       run.errors.empty() ? "" : ", WITH ERRORS"));
}

absl::Status SweepSession::Run() {
  const int most = plan_.until_steady ? SteadyState::kMostRounds : plan_.rounds;
  for (int round = 0; round < most && !(plan_.until_steady && result_.steady); ++round) {
    for (size_t cell = 0; cell < plan_.cells.size(); ++cell) {
      IOREEL_RETURN_IF_ERROR(Measure(cell, round));
    }
    result_.steady = !plan_.until_steady || JudgeSteadyState(tracked_).reached;
  }
  result_.complete = true;
  return absl::OkStatus();
}

}  // namespace ioreel
