#include <csignal>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analysis/report/sweep_output.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/replay_outputs.h"
#include "cli/sweep_session.h"
#include "cli/target_options.h"
#include "formats/result/result_file.h"
#include "replay/run/stop_signal.h"
#include "traces/synth/sweep_presets.h"

namespace ioreel {
namespace {

/// "randrw,read=50,seqread": a word with "=" is a key of the pattern before it.
std::vector<std::string> SplitPatterns(absl::string_view text) {
  std::vector<std::string> patterns;
  for (const absl::string_view word : absl::StrSplit(text, ',')) {
    if (patterns.empty() || word.find('=') == absl::string_view::npos) {
      patterns.emplace_back(word);
    } else {
      absl::StrAppend(&patterns.back(), ",", word);
    }
  }
  return patterns;
}

class SweepCommand : public Command {
 public:
  std::string name() const override { return "sweep"; }
  std::string summary() const override {
    return "Measure a target with synthetic loads of many lengths and depths";
  }

  void Declare(FlagSet& flags) override {
    flags.Option("-t,--target", &options_.target, "file, device, array or simulated drive",
                 "TARGET");
    flags.Option("--preset", &preset_, "a known method, see `ioreel list sweeps`", "NAME");
    flags.Option("--pattern", &patterns_, "loads, see `ioreel list patterns`", "NAME{,KEY=VALUE}");
    flags.Option("--block-sizes", &lengths_, "lengths: 4k,64k, or 512..1M by doubling", "LIST");
    flags.Option("--depths", &depths_, "I/Os in flight for each thread: 1,32, or 1..256", "LIST");
    flags.Option("--threads", &threads_, "places at which each load goes on; 0 = the pattern's");
    flags.Size("--span", &span_bytes_, "use so much of the target; 0 = all");
    flags.Duration("--time", &time_ns_, "measure each load so long (60s)");
    flags.Option("--rounds", &rounds_, "measure all so often; 0 = as the preset does, else once");
    flags.Option("--seed", &seed_, "another number, other places");
    flags.Flag("--dry-run", &dry_run_, "check everything and stop");
    flags.Option("-o,--output", &output_, "write the result here", "sweep.json");
    flags.Option("--csv", &csv_, "write the table here", "FILE.csv");
    target_.Declare(flags, &options_);
    flags.ExactNumbers();
    flags.Example("ioreel sweep --target /dev/sdb --preset crystaldiskmark8 --allow-writes");
    flags.Example(
        "ioreel sweep --target /dev/sdb --pattern seqread,randread --block-sizes 4k..1M --depths "
        "1..32 --time 10s");
    flags.Example("ioreel sweep --target /mnt/new/f --create 4g --pattern randread,randwrite");
  }

  absl::StatusOr<ExitCode> Run() override {
    std::signal(SIGPIPE, SIG_IGN);
    const StopSignal stop;
    IOREEL_ASSIGN_OR_RETURN(SweepPlan plan, Complete());
    SweepSession session(std::move(plan), options_, stop.flag());
    IOREEL_RETURN_IF_ERROR(session.Plan(span_bytes_, static_cast<uint64_t>(seed_)));
    if (dry_run_) {
      Print("dry run: nothing was done\n");
      return ExitCode::kOk;
    }
    if (!options_.create.empty()) IOREEL_RETURN_IF_ERROR(session.Fill());
    const absl::Status ran = session.Run();
    if (!session.result().cells.front().result.repeats.empty()) {
      IOREEL_RETURN_IF_ERROR(Write(session.result()));
    }
    IOREEL_RETURN_IF_ERROR(ran);
    return HasErrors(session.result()) ? ExitCode::kInvalid : ExitCode::kOk;
  }

 private:
  absl::StatusOr<SweepPlan> Complete() {
    if (options_.target.empty()) return UsageError("--target is missing: what to measure");
    if (time_ns_ == 0) return UsageError("--time 0 would measure nothing");
    if (rounds_ < 0 || threads_ < 0 || seed_ < 0) {
      return UsageError("--rounds, --threads and --seed take no negative numbers");
    }
    if (options_.create == "auto") return UsageError("--create takes a size here: 10g");
    IOREEL_RETURN_IF_ERROR(target_.Complete(&options_));
    IOREEL_RETURN_IF_ERROR(CheckOutputs());
    absl::StatusOr<SweepPlan> plan = preset_.empty() ? GridPlan() : PresetPlan();
    if (!plan.ok()) return UsageError(plan.status().message());
    if (time_ns_ != kNoTime) plan->time_ns = time_ns_;
    if (rounds_ > 0) {
      plan->rounds = rounds_;
      plan->until_steady = false;
    }
    return plan;
  }

  absl::Status CheckOutputs() const {
    for (const auto& [role, path] : {std::pair("-o", output_), std::pair("--csv", csv_)}) {
      if (path.empty()) continue;
      IOREEL_RETURN_IF_ERROR(CheckFilesAreApart(options_, path, role));
      IOREEL_RETURN_IF_ERROR(AtomicFile::CheckReplaceable(path));
    }
    if (output_.empty() || csv_.empty() || !IsSameFile(output_, csv_)) return absl::OkStatus();
    return UsageError("-o and --csv are the same file");
  }

  /// What a sweep says of every load itself.
  static absl::Status CheckOpen(const std::vector<SweepCell>& cells) {
    for (const SweepCell& cell : cells) {
      const Pattern& pattern = cell.pattern;
      if (pattern.rate == 0 && pattern.ios == 0 && pattern.bytes == 0) continue;
      return absl::InvalidArgumentError(
          absl::StrCat(cell.test,
                       ": loads are measured as fast as possible, for --time: rate, ios and bytes "
                       "are keys for `ioreel synth`"));
    }
    return absl::OkStatus();
  }

  absl::StatusOr<SweepPlan> PresetPlan() const {
    if (!patterns_.empty() || !lengths_.empty() || !depths_.empty() || threads_ > 0) {
      return absl::InvalidArgumentError(
          "--preset says which loads: it goes with neither --pattern, --block-sizes, --depths nor "
          "--threads");
    }
    return MakePresetSweep(preset_);
  }

  absl::StatusOr<SweepPlan> GridPlan() const {
    SweepGrid grid;
    if (!patterns_.empty()) grid.patterns.clear();
    for (const std::string& text : patterns_) {
      for (std::string& pattern : SplitPatterns(text)) grid.patterns.push_back(std::move(pattern));
    }
    grid.threads = threads_;
    if (!lengths_.empty()) {
      auto lengths = ParseLengths(lengths_);
      IOREEL_RETURN_IF_ERROR(Annotate(lengths.status(), "--block-sizes"));
      grid.lengths = *std::move(lengths);
    }
    if (!depths_.empty()) {
      auto depths = ParseDepths(depths_);
      IOREEL_RETURN_IF_ERROR(Annotate(depths.status(), "--depths"));
      grid.depths = *std::move(depths);
    }
    SweepPlan plan;
    auto cells = CellsOf(grid);
    IOREEL_RETURN_IF_ERROR(Annotate(cells.status(), "--pattern"));
    plan.cells = *std::move(cells);
    IOREEL_RETURN_IF_ERROR(CheckOpen(plan.cells));
    return plan;
  }

  absl::Status Write(const SweepResult& result) const {
    Print(SweepText(result));
    if (!output_.empty()) IOREEL_RETURN_IF_ERROR(WriteSweepResult(result, output_));
    if (csv_.empty()) return absl::OkStatus();
    IOREEL_ASSIGN_OR_RETURN(AtomicFile csv, AtomicFile::Create(csv_));
    IOREEL_RETURN_IF_ERROR(csv.Append(SweepCsv(result)));
    return csv.Commit();
  }

  static bool HasErrors(const SweepResult& result) {
    for (const SweepCellResult& cell : result.cells) {
      for (const RepeatResult& repeat : cell.result.repeats) {
        if (!repeat.errors.empty()) return true;
      }
    }
    return false;
  }

  SessionOptions options_;
  TargetOptions target_;
  std::string preset_, lengths_, depths_, output_, csv_;
  std::vector<std::string> patterns_;
  int threads_ = 0, rounds_ = 0, seed_ = 1;
  uint64_t span_bytes_ = 0;
  int64_t time_ns_ = kNoTime;
  bool dry_run_ = false;
};

}  // namespace

std::unique_ptr<Command> MakeSweepCommand() { return std::make_unique<SweepCommand>(); }

}  // namespace ioreel
