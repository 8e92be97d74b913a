#include "cli/load_runner.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/import_report.h"
#include "replay/session.h"
#include "traces/synth/pattern_source.h"
#include "traces/synth/pattern_text.h"

namespace ioreel {
namespace {

constexpr char kLook[] = "seqread,bs=4k";
constexpr int64_t kProbeNs = 100'000'000;
constexpr double kMostIops = 4e6;         // of one thread that submits
constexpr double kMostBytesPerS = 100e9;  // of one machine's memory
constexpr double kHeadroom = 3;           // by which a target may become faster than the probe

class FactsUi : public SessionUi {
 public:
  void Say(const std::string&) override {}
  void ReportImport(const ImportLog& log) override { PrintImportLog(log); }
  void Planned(const RunResult& facts) override { facts_ = facts; }

  const RunResult& facts() const { return facts_; }

 private:
  RunResult facts_;
};

double Seconds(int64_t ns) { return static_cast<double>(ns) / 1e9; }

uint64_t ShortestOf(const Pattern& pattern) {
  uint64_t shortest = pattern.longest();
  for (const Pattern::Size& size : pattern.sizes) shortest = std::min(shortest, size.least);
  return shortest;
}

/// More than any target does in that time.
double MostIos(const Pattern& pattern, int64_t time_ns) {
  return std::min(kMostIops, kMostBytesPerS / static_cast<double>(ShortestOf(pattern))) *
         Seconds(time_ns);
}

Pattern WithIos(Pattern pattern, double ios) {
  pattern.bytes = 0;
  pattern.ios = std::max<uint64_t>(1, static_cast<uint64_t>(ios));
  return pattern;
}

}  // namespace

LoadRunner::LoadRunner(const SessionOptions& options, const std::atomic<bool>* stop)
    : options_(options), stop_(stop) {
  options_.mode = ReplayMode::kAfap;
  options_.level = Level::kQueue;
}

absl::StatusOr<SessionOptions> LoadRunner::OptionsFor(const Pattern& pattern, int depth) const {
  SessionOptions options = options_;
  IOREEL_ASSIGN_OR_RETURN(options.source, MakePatternSource(pattern, PatternText(pattern)));
  options.depth = depth * pattern.threads;
  return options;
}

absl::StatusOr<RunResult> LoadRunner::Plan(const Pattern& pattern, int depth) const {
  Pattern brief = pattern;
  if (brief.ios == 0 && brief.bytes == 0) brief = WithIos(pattern, 1);
  IOREEL_ASSIGN_OR_RETURN(SessionOptions options, OptionsFor(brief, depth));
  options.dry_run = true;
  FactsUi ui;
  IOREEL_RETURN_IF_ERROR(RunSession(options, stop_, &ui).status());
  target_ = ui.facts().target;
  return ui.facts();
}

absl::Status LoadRunner::FindSpan(uint64_t* span_bytes) const {
  IOREEL_ASSIGN_OR_RETURN(Pattern look, ParsePattern(kLook));
  look.span_bytes = look.longest();
  IOREEL_RETURN_IF_ERROR(Plan(look, /*depth=*/1).status());
  if (*span_bytes == 0) *span_bytes = target_.size_bytes;
  if (*span_bytes <= target_.size_bytes) return absl::OkStatus();
  return absl::InvalidArgumentError(absl::StrCat("--span ", FormatSize(*span_bytes),
                                                 " is more than ", target_.spec, " has, which is ",
                                                 FormatSize(target_.size_bytes)));
}

absl::StatusOr<Pattern> LoadRunner::PatternFor(absl::string_view spec, uint64_t span_bytes) const {
  IOREEL_ASSIGN_OR_RETURN(Pattern pattern, ParsePattern(spec));
  pattern.span_bytes = span_bytes;
  if (pattern.align_bytes > 0) {
    pattern.align_bytes = std::max<uint64_t>(pattern.align_bytes, target_.logical_block_bytes);
  }
  if (pattern.longest() > span_bytes) pattern.sizes = {{span_bytes, span_bytes, 100}};
  return pattern;
}

absl::StatusOr<RunResult> LoadRunner::Run(const SessionOptions& options) {
  FactsUi ui;
  IOREEL_ASSIGN_OR_RETURN(std::optional<RunResult> result, RunSession(options, stop_, &ui));
  if (stop_->load()) {
    return WithExitCode(absl::CancelledError("interrupted"), ExitCode::kInvalid);
  }
  options_.create.clear();  // from now on it is there
  target_ = result->target;
  return *std::move(result);
}

absl::StatusOr<RunResult> LoadRunner::RunAll(const Pattern& pattern, int depth) {
  IOREEL_ASSIGN_OR_RETURN(const SessionOptions options, OptionsFor(pattern, depth));
  return Run(options);
}

absl::StatusOr<RunResult> LoadRunner::RunFor(int64_t time_ns, const Pattern& pattern, int depth) {
  const int64_t probe_ns = std::min(kProbeNs, time_ns);
  double ios = MostIos(pattern, probe_ns);
  for (int64_t span_ns = probe_ns;;) {
    IOREEL_ASSIGN_OR_RETURN(SessionOptions options, OptionsFor(WithIos(pattern, ios), depth));
    options.duration_ns = span_ns;
    IOREEL_ASSIGN_OR_RETURN(RunResult result, Run(options));
    const RepeatResult& run = result.repeats.front();
    const bool was_probe = span_ns < time_ns;
    if (!run.errors.empty() || (!was_probe && !run.complete)) return result;
    if (!was_probe && ios >= MostIos(pattern, time_ns)) return result;
    span_ns = time_ns;
    ios = std::min(MostIos(pattern, time_ns),
                   std::max(run.iops, 1 / Seconds(time_ns)) * Seconds(time_ns) * kHeadroom +
                       MostIos(pattern, 1'000'000));
  }
}

}  // namespace ioreel
