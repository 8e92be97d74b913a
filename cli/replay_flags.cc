#include "cli/replay_flags.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "replay/engine_registry.h"

namespace ioreel {
namespace {

/// Each takes about 20 MiB.
constexpr int kMostThreads = 64;

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

}  // namespace

void ReplayFlags::Declare(FlagSet& flags, SessionOptions* options) {
  placement_.Declare(flags, options);
  DeclareTiming(flags, options);
  DeclareChoice(flags, options);
  DeclareTarget(flags, options);
}

void ReplayFlags::DeclareTiming(FlagSet& flags, SessionOptions* options) {
  flags.Choice("-m,--mode", &mode_, {"dependent", "stream", "timed", "afap"},
               "when an I/O may start: after what it waited for when it was recorded; after its "
               "task's previous I/O; at its recorded time; at once, in order");
  flags.Factor("--speed", &options->speed, "replay so many times as fast (2x halves the gaps)");
  flags.Duration("--idle-cap", &options->idle_cap_ns, "cut recorded idle times to this");
  flags.Option("--depth", &options->depth,
               "I/Os in flight at most; 0 = 32 as fast as possible, else what the queue of the "
               "device holds, at most 256");
  flags.Option("--threads", &options->threads,
               "submit from so many threads, each with its share of --depth; timed and afap only");
  flags.Duration("--duration", &options->duration_ns, "stop after this time");
  flags.Option("--loops", &options->loops, "the trace so often, one after the other");
  flags.Choice("--on-error", &on_error_, {"continue", "stop"},
               "an I/O that fails makes the result invalid; stop ends the replay there");
  flags.Duration("--max-lag", &options->max_lag_ns,
                 "the run is invalid when p99 of the issue-time error is above this (5ms)");
}

void ReplayFlags::DeclareChoice(FlagSet& flags, SessionOptions* options) {
  flags.Choice("--level", &level_, {"issue", "queue"},
               "replay what the drive was given, or what applications and filesystems asked "
               "for; issue where the trace has it");
  flags.Option("--tasks", &tasks_,
               "classes of tasks: tree, writeback, kernel, recorder, other, or all; "
               "tree,writeback,kernel where a command was traced, else all",
               "CLASS,...");
  flags.Duration("--from", &options->from_ns, "trace time to begin at");
  flags.Duration("--to", &options->to_ns, "trace time to end at");
  flags.Flag("--allow-tainted", &options->allow_tainted,
             "also a trace that lost events, was salvaged or has faults; it gives no score");
}

void ReplayFlags::DeclareTarget(FlagSet& flags, SessionOptions* options) {
  flags.Flag("--read-only", &options->read_only, "skip writes, keep their times");
  target_.Declare(flags, options);
  flags.Flag("--prime", &options->prime, "write what the trace reads before measuring");
  flags.Option("--verify", &verify_,
               "stamp what is written, and compare: when the trace reads it, each write as soon "
               "as it is complete, or all at the end",
               "read,write,end");
  flags.Choice("--on-unaligned", &on_unaligned_, {"reject", "round"},
               "I/Os that the target's blocks cannot do");
  flags.Choice("--on-unsupported", &on_unsupported_, {"skip", "substitute", "fail"},
               "ops that the target does not have");
}

absl::Status ReplayFlags::Complete(SessionOptions* options) const {
  IOREEL_RETURN_IF_ERROR(placement_.Complete(options));
  IOREEL_RETURN_IF_ERROR(target_.Complete(options));
  if (options->loops < 1) return UsageError("--loops counts from 1");
  if (options->threads < 1 || options->threads > kMostThreads) {
    return UsageError(absl::StrCat("--threads takes 1 to ", kMostThreads));
  }
  if (options->depth < 0) return UsageError("--depth takes 1 or more, or 0 for its default");
  if (options->duration_ns == 0) return UsageError("--duration 0 would replay nothing");
  if (options->to_ns != kNoTime && options->from_ns >= options->to_ns) {
    return UsageError("--from must be before --to");
  }
  if (options->read_only && (options->prime || !options->create.empty())) {
    return UsageError(
        "--read-only writes nothing, so that it goes with neither --prime nor "
        "--create");
  }
  options->stop_on_error = on_error_ == "stop";
  options->mode = *FindReplayMode(mode_);
  if (!level_.empty()) options->level = level_ == "issue" ? Level::kIssue : Level::kQueue;
  IOREEL_RETURN_IF_ERROR(CompleteVerification(options));
  options->round_unaligned = on_unaligned_ == "round";
  options->on_unsupported = on_unsupported_ == "fail"   ? OnUnsupported::kFail
                            : on_unsupported_ == "skip" ? OnUnsupported::kSkip
                                                        : OnUnsupported::kSubstitute;
  if (!tasks_.empty()) {
    IOREEL_ASSIGN_OR_RETURN(options->task_classes, ParseTaskClasses(tasks_));
  }
  return absl::OkStatus();
}

absl::Status ReplayFlags::CompleteVerification(SessionOptions* options) const {
  if (verify_.empty()) return absl::OkStatus();
  const auto engine = FindEngine(options->engine);
  if (engine.ok() && !(*engine)->real) {
    return UsageError(absl::StrCat("--verify reads back what was written, and --engine ",
                                   options->engine, " moves no data"));
  }
  const absl::StatusOr<VerifyPlan> plan = ParseVerifyPlan(verify_);
  if (!plan.ok()) {
    return UsageError(absl::StrCat("--verify ", verify_, ": ", plan.status().message()));
  }
  if (options->read_only || !options->payload.unique() || options->payload.dedupe_percent > 0) {
    return UsageError(
        "--verify stamps what is written: it goes with neither --read-only nor "
        "--payload zero or dedupe");
  }
  options->verify = *plan;
  options->payload.stamp = true;
  return absl::OkStatus();
}

}  // namespace ioreel
