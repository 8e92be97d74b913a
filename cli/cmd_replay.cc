#include <algorithm>
#include <csignal>
#include <cstdio>

#include "absl/strings/str_cat.h"
#include "base/console.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "cli/commands.h"
#include "cli/console_ui.h"
#include "cli/map_options.h"
#include "cli/replay_flags.h"
#include "cli/replay_outputs.h"
#include "cli/replay_summary.h"
#include "cli/trace_input.h"
#include "formats/result/result_file.h"
#include "replay/run/stop_signal.h"
#include "replay/safety/taint.h"
#include "replay/session.h"

namespace ioreel {
namespace {

bool IsSound(const RunResult& result) {
  return std::all_of(result.repeats.begin(), result.repeats.end(), [](const RepeatResult& repeat) {
    return repeat.errors.empty() && repeat.fidelity.valid;
  });
}

class ReplayCommand : public Command {
 public:
  std::string name() const override { return "replay"; }
  std::string summary() const override { return "Replay a trace on a file or a device"; }

  void Declare(FlagSet& flags) override {
    trace_.Declare(flags);
    mapping_.Declare(flags, &options_);
    flags.Option("-o,--output", &output_, "write the result here", "result.json");
    flags.Flag("--dry-run", &options_.dry_run, "print the plan and stop");
    flags.Option("--repeat", &options_.repeats, "measure so often");
    flags.Option("--samples", &options_.samples_path, "keep every measured I/O here, as a trace",
                 "FILE.ioreel");
    replay_.Declare(flags, &options_);
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
    ConsoleUi ui;
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
  /// What the texts of the options say; what does not fit together.
  absl::Status Complete() {
    if (output_ == "-") {
      return UsageError("-o takes a file: the text of the replay is on the standard output");
    }
    if (options_.repeats < 1) return UsageError("--repeat counts from 1");
    options_.trace = trace_.paths();
    options_.from_format = trace_.format();
    options_.read = trace_.options();
    IOREEL_RETURN_IF_ERROR(mapping_.Complete(&options_));
    IOREEL_RETURN_IF_ERROR(replay_.Complete(&options_));
    return CheckFilesAreApart(options_, output_);
  }

  TraceInput trace_;
  MapOptions mapping_;
  ReplayFlags replay_;
  SessionOptions options_;
  std::string output_;
};

}  // namespace

std::unique_ptr<Command> MakeReplayCommand() { return std::make_unique<ReplayCommand>(); }

}  // namespace ioreel
