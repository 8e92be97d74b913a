#include <algorithm>
#include <csignal>
#include <cstdio>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/import_report.h"
#include "cli/map_options.h"
#include "cli/replay_outputs.h"
#include "cli/replay_summary.h"
#include "cli/trace_input.h"
#include "formats/result/result_file.h"
#include "replay/engine_registry.h"
#include "replay/run/stop_signal.h"
#include "replay/safety/taint.h"
#include "replay/session.h"

namespace ioreel {
namespace {

/// Each takes about 20 MiB.
constexpr int kMostThreads = 64;

std::vector<std::string> EngineNames() {
  std::vector<std::string> names = {"auto"};
  for (const EngineKind& kind : AllEngines()) names.emplace_back(kind.name);
  return names;
}

absl::StatusOr<uint32_t> ParseTaskClasses(const std::string& text) {
  if (text == "all") return ~0u;
  uint32_t classes = 0;
  for (absl::string_view name : absl::StrSplit(text, ',')) {
    const auto task_class = FindTaskClass(name);
    if (!task_class) {
      return UsageError(absl::StrCat("--tasks ", text, ": '", name,
                                     "' is none of tree, writeback, kernel, recorder, other, all"));
    }
    classes |= 1u << static_cast<unsigned>(*task_class);
  }
  return classes;
}

bool IsSound(const RunResult& result) {
  return std::all_of(result.repeats.begin(), result.repeats.end(), [](const RepeatResult& repeat) {
    return repeat.errors.empty() && repeat.fidelity.valid;
  });
}

class PlainUi : public SessionUi {
 public:
  void Say(const std::string& line) override {
    Print(absl::StrCat(Printable(line), "\n"));
    std::fflush(stdout);
  }
  void ReportImport(const ImportLog& log) override { PrintImportLog(log); }
};

class ReplayCommand : public Command {
 public:
  std::string name() const override { return "replay"; }
  std::string summary() const override { return "Replay a trace on a file or a device"; }

  void Declare(FlagSet& flags) override {
    trace_.Declare(flags);
    mapping_.Declare(flags, &options_);
    flags.Option("-o,--output", &output_, "write the result here", "result.json");
    DeclareTiming(flags);
    DeclareChoice(flags);
    DeclareTarget(flags);
    flags.ExactNumbers();
    flags.Example("ioreel replay app.ioreel --target /mnt/new/scratch --create auto -o new.json");
    flags.Example("ioreel replay app.ioreel --target /dev/sdb --read-only --mode timed");
    flags.Example("ioreel replay two.ioreel --map sda=/dev/sdx --map sdb=/dev/sdy --allow-writes");
    flags.Example(
        "ioreel replay app.ioreel --target /dev/sdb --allow-writes   # destroys what sdb holds");
    flags.Example(
        "ioreel replay app.ioreel --target 'raid5(chunk=64k,a.img,b.img,c.img)' --create auto");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_RETURN_IF_ERROR(Complete());
    if (!output_.empty()) IOREEL_RETURN_IF_ERROR(AtomicFile::CheckReplaceable(output_));
    std::signal(SIGPIPE, SIG_IGN);  // the result is worth more than the text that `| head` cuts
    const StopSignal stop;
    PlainUi ui;
    const auto ran = RunSession(options_, stop.flag(), &ui);
    if (IsTaintRefusal(ran.status())) return WithExitCode(ran.status(), ExitCode::kInvalid);
    IOREEL_ASSIGN_OR_RETURN(const auto& result, ran);
    if (!result) {
      ui.Say("dry run      nothing was done");
      return ExitCode::kOk;
    }
    if (!output_.empty()) IOREEL_RETURN_IF_ERROR(WriteRunResult(*result, output_));
    Print(ReplaySummary(*result));
    if (!output_.empty()) ui.Say(absl::StrCat("result       ", output_));
    return stop.flag()->load() || !IsSound(*result) ? ExitCode::kInvalid : ExitCode::kOk;
  }

 private:
  void DeclareTiming(FlagSet& flags) {
    flags.Choice("-m,--mode", &mode_, {"dependent", "stream", "timed", "afap"},
                 "when an I/O may start: after what it waited for when it was recorded; after its "
                 "task's previous I/O; at its recorded time; at once, in order");
    flags.Factor("--speed", &options_.speed, "replay so many times as fast (2x halves the gaps)");
    flags.Duration("--idle-cap", &options_.idle_cap_ns, "cut recorded idle times to this");
    flags.Option("--depth", &options_.depth,
                 "I/Os in flight at most; 0 = 32 as fast as possible, else what the queue of the "
                 "device holds, at most 256");
    flags.Option(
        "--threads", &options_.threads,
        "submit from so many threads, each with its share of --depth; timed and afap only");
    flags.Duration("--duration", &options_.duration_ns, "stop after this time");
    flags.Option("--loops", &options_.loops, "the trace so often, one after the other");
    flags.Option("--repeat", &options_.repeats, "measure so often");
    flags.Choice("--engine", &options_.engine, EngineNames(), "how I/O is done");
    flags.Choice("--on-error", &on_error_, {"continue", "stop"},
                 "an I/O that fails makes the result invalid; stop ends the replay there");
    flags.Duration("--io-timeout", &options_.io_timeout_ns,
                   "an I/O that takes longer has failed, and ends the replay");
    flags.Duration("--max-lag", &options_.max_lag_ns,
                   "the run is invalid when p99 of the issue-time error is above this (5ms)");
  }

  void DeclareChoice(FlagSet& flags) {
    flags.Choice("--level", &level_, {"issue", "queue"},
                 "replay what the drive was given, or what applications and filesystems asked "
                 "for; issue where the trace has it");
    flags.Option("--tasks", &tasks_,
                 "classes of tasks: tree, writeback, kernel, recorder, other, or all; "
                 "tree,writeback,kernel where a command was traced, else all",
                 "CLASS,...");
    flags.Duration("--from", &options_.from_ns, "trace time to begin at");
    flags.Duration("--to", &options_.to_ns, "trace time to end at");
    flags.Flag("--allow-tainted", &options_.allow_tainted,
               "also a trace that lost events, was salvaged or has faults; it gives no score");
  }

  void DeclareTarget(FlagSet& flags) {
    flags.Flag("--dry-run", &options_.dry_run, "print the plan and stop");
    flags.Flag("--read-only", &options_.read_only, "skip writes, keep their times");
    flags.Option("--create", &options_.create,
                 "make the target: a new file of this size, or one for each member of an array",
                 "SIZE|auto");
    flags.Flag("--allow-writes", &options_.consent.allow_writes,
               "the target is a device, and what it holds may be destroyed");
    flags.Option("--overwrite", &options_.consent.overwrite,
                 "this file, or used or formatted device, may be destroyed", "PATH");
    flags.Flag("--prime", &options_.prime, "write what the trace reads before measuring");
    flags.Option("--payload", &payload_,
                 "what writes carry: random, zero, or compress=PERCENT, dedupe=PERCENT, stamp",
                 "random|zero|LIST");
    flags.Option("--verify", &verify_,
                 "stamp what is written, and compare: when the trace reads it, each write as soon "
                 "as it is complete, or all at the end",
                 "read,write,end");
    flags.Choice("--on-unaligned", &on_unaligned_, {"reject", "round"},
                 "I/Os that the target's blocks cannot do");
    flags.Choice("--on-unsupported", &on_unsupported_, {"skip", "substitute", "fail"},
                 "ops that the target does not have");
    flags.Option("--samples", &options_.samples_path, "keep every measured I/O here, as a trace",
                 "FILE.ioreel");
  }

  /// What the texts of the options say; what does not fit together.
  absl::Status Complete() {
    if (output_ == "-") {
      return UsageError("-o takes a file: the text of the replay is on the standard output");
    }
    IOREEL_RETURN_IF_ERROR(mapping_.Complete(&options_));
    if (options_.loops < 1 || options_.repeats < 1) {
      return UsageError("--loops and --repeat count from 1");
    }
    if (options_.threads < 1 || options_.threads > kMostThreads) {
      return UsageError(absl::StrCat("--threads takes 1 to ", kMostThreads));
    }
    if (options_.depth < 0) return UsageError("--depth takes 1 or more, or 0 for its default");
    if (options_.duration_ns == 0) return UsageError("--duration 0 would replay nothing");
    if (options_.to_ns != kNoTime && options_.from_ns >= options_.to_ns) {
      return UsageError("--from must be before --to");
    }
    if (options_.read_only && (options_.prime || !options_.create.empty())) {
      return UsageError(
          "--read-only writes nothing, so that it goes with neither --prime nor "
          "--create");
    }
    if (!options_.create.empty() && options_.create != "auto") {
      const auto bytes = ParseSize(options_.create);
      if (!bytes.ok()) return UsageError(absl::StrCat("--create: ", bytes.status().message()));
    }
    options_.stop_on_error = on_error_ == "stop";
    if (options_.io_timeout_ns != kNoTime && options_.io_timeout_ns < 1'000'000) {
      return UsageError("--io-timeout takes 1ms or more");
    }
    options_.trace = trace_.paths();
    options_.from_format = trace_.format();
    options_.read = trace_.options();
    options_.mode = *FindReplayMode(mode_);
    if (!level_.empty()) options_.level = level_ == "issue" ? Level::kIssue : Level::kQueue;
    IOREEL_RETURN_IF_ERROR(CompletePayload());
    options_.round_unaligned = on_unaligned_ == "round";
    options_.on_unsupported = on_unsupported_ == "fail"   ? OnUnsupported::kFail
                              : on_unsupported_ == "skip" ? OnUnsupported::kSkip
                                                          : OnUnsupported::kSubstitute;
    if (!tasks_.empty()) {
      IOREEL_ASSIGN_OR_RETURN(options_.task_classes, ParseTaskClasses(tasks_));
    }
    return CheckFilesAreApart(options_, output_);
  }

  absl::Status CompletePayload() {
    const absl::StatusOr<Payload> payload = ParsePayload(payload_);
    if (!payload.ok()) {
      return UsageError(absl::StrCat("--payload ", payload_, ": ", payload.status().message()));
    }
    options_.payload = *payload;
    if (verify_.empty()) return absl::OkStatus();
    const auto engine = FindEngine(options_.engine);
    if (engine.ok() && !(*engine)->real) {
      return UsageError(absl::StrCat("--verify reads back what was written, and --engine ",
                                     options_.engine, " moves no data"));
    }
    const absl::StatusOr<VerifyPlan> plan = ParseVerifyPlan(verify_);
    if (!plan.ok()) {
      return UsageError(absl::StrCat("--verify ", verify_, ": ", plan.status().message()));
    }
    if (options_.read_only || !payload->unique() || payload->dedupe_percent > 0) {
      return UsageError(
          "--verify stamps what is written: it goes with neither --read-only nor "
          "--payload zero or dedupe");
    }
    options_.verify = *plan;
    options_.payload.stamp = true;
    return absl::OkStatus();
  }

  TraceInput trace_;
  MapOptions mapping_;
  SessionOptions options_;
  std::string output_, tasks_, level_;
  std::string mode_ = "dependent", payload_ = "random", verify_;
  std::string on_error_ = "continue";
  std::string on_unaligned_ = "reject", on_unsupported_ = "skip";
};

}  // namespace

std::unique_ptr<Command> MakeReplayCommand() { return std::make_unique<ReplayCommand>(); }

}  // namespace ioreel
