#include "replay/repeat.h"

#include <sys/resource.h>

#include <cmath>
#include <optional>
#include <random>
#include <string>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/plan/mapping_forecast.h"
#include "replay/plan/plan_text.h"
#include "replay/plan/request_map.h"
#include "replay/run/cached_pages.h"
#include "replay/run/fidelity.h"
#include "replay/run/progress.h"
#include "replay/run/replayer.h"
#include "replay/run/run_stats.h"
#include "replay/verify/read_back.h"
#include "replay/verify/verifier.h"

namespace ioreel {
namespace {

/// How long the recorded order goes before the recorded time: as late as p99 may be.
constexpr int64_t kOrderNs = 5'000'000;

/// As fast as possible nobody asks when each of many I/Os in one call went out, and a device's own
/// thread finds more of them at a time.
constexpr size_t kBatchAfap = 256;

int64_t CpuTimeNs() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  const auto ns = [](const timeval& t) { return t.tv_sec * 1'000'000'000 + t.tv_usec * 1'000; };
  return ns(usage.ru_utime) + ns(usage.ru_stime);
}

class RepeatSink : public SampleSink {
 public:
  RepeatSink(const SessionOptions& options, size_t volumes, SampleFile* samples)
      : fidelity(options.mode, options.max_lag_ns),
        samples_(samples),
        volumes_(volumes > 1 ? volumes : 0) {}

  void Take(absl::Span<const Sample> samples) override {
    fidelity.Add(samples);
    stats.Add(samples);
    if (samples_ != nullptr) samples_->Add(samples);
    if (volumes_.empty()) return;
    for (const Sample& sample : samples) volumes_[sample.volume].Add({&sample, 1});
  }

  /// What each of several targets did.
  std::vector<MemberResult> Volumes(const VolumeLayout& layout) const {
    std::vector<MemberResult> results;
    for (size_t i = 0; i < volumes_.size(); ++i) {
      results.push_back(volumes_[i].Member(layout.volumes[i].target));
    }
    return results;
  }

  FidelityMeter fidelity;
  RunStats stats;

 private:
  SampleFile* samples_;
  std::vector<RunStats> volumes_;  ///< none where there is one target
};

/// Sums up what each member of an array does.
class MemberSink : public SampleSink {
 public:
  explicit MemberSink(size_t members) : stats_(members) {}

  void Take(absl::Span<const Sample> samples) override {
    for (const Sample& sample : samples) stats_[sample.device].Add({&sample, 1});
  }

  ArrayResult Result(const RepeatSetup& setup, uint64_t written_bytes) const {
    ArrayResult array;
    uint64_t member_bytes = 0;
    for (size_t i = 0; i < stats_.size(); ++i) {
      array.members.push_back(stats_[i].Member(setup.members[i].path));
      member_bytes += array.members.back().written_bytes;
    }
    array.write_amplification =
        static_cast<double>(member_bytes) / static_cast<double>(written_bytes);
    if (written_bytes == 0) array.write_amplification = std::nan("");
    array.caches = setup.target->caches();
    return array;
  }

 private:
  std::vector<RunStats> stats_;  ///< by member
};

PlanOptions PlanOf(const RepeatSetup& setup, std::shared_ptr<RequestMap> map) {
  const SessionOptions& options = *setup.options;
  PlanOptions plan;
  plan.mode = options.mode;
  plan.selection = setup.survey->selection;
  plan.pacing = {.speed = options.speed,
                 .idle_cap_ns = options.idle_cap_ns,
                 .wake_up_cost_ns = setup.wake_up.act_ns};
  const TraceScan& scan = setup.survey->scan;
  plan.global_dependencies = scan.without_thread == scan.all.ios;
  if (setup.survey->believed) plan.promise = {&scan, setup.trace->name(), setup.survey->level};
  plan.loops = options.loops;
  plan.tiles.count = options.tiles;
  for (const Preflight& preflight : *setup.preflights) {
    plan.tiles.strides_bytes.push_back(preflight.tile_stride_bytes);
  }
  plan.map = [map = std::move(map)](const Io& io, BlockIo* request) {
    return map->Apply(io, request);
  };
  return plan;
}

ReplayOptions LoopOptions(const RepeatSetup& setup, std::atomic<uint64_t>* completed) {
  const SessionOptions& options = *setup.options;
  const bool afap = options.mode == ReplayMode::kAfap;
  return {.depth = setup.depth,
          .batch = afap ? kBatchAfap : ReplayOptions().batch,
          .stop_after_ns = options.duration_ns,
          .stop = setup.stop,
          .realtime = !setup.virtual_time,
          .fifo = options.mode == ReplayMode::kTimed,
          .order_ns = options.mode == ReplayMode::kTimed ? kOrderNs : 0,
          .wake_ns = setup.wake_up.wake_ns,
          .stop_on_error = options.stop_on_error,
          .timeout_ns = options.io_timeout_ns,
          .completed = completed};
}

/// I/Os that went out in another order than the recorded one: past a slow flush, or past those of
/// another thread.
void AddOvertaking(const ReplayOutcome& outcome, ReplayMode mode, RepeatResult* result) {
  if (outcome.overtook > 0) {
    result->substitutions.push_back(
        {.what = absl::StrCat("overtook a write that begins with a flush, since the target's "
                              "flushes take longer than ",
                              FormatDuration(kOrderNs)),
         .count = outcome.overtook});
  }
  if (outcome.overtaken > 0 && mode == ReplayMode::kTimed) {
    result->substitutions.push_back(
        {.what = "went out after a later one, which another of the --threads had",
         .count = outcome.overtaken});
  }
}

void Invalidate(std::string reason, Fidelity* fidelity) {
  fidelity->valid = false;
  fidelity->reasons.push_back(std::move(reason));
}

/// A replay in which an I/O failed is not the recorded one.
void AddFailures(const ReplayOutcome& outcome, Fidelity* fidelity) {
  const auto add = [&](uint64_t ios, absl::string_view what) {
    if (ios > 0) Invalidate(absl::StrCat(FormatCount(ios, "I/O"), what), fidelity);
  };
  add(outcome.errors, " failed");
  add(outcome.late_errors, " in the background failed");
  add(static_cast<uint64_t>(outcome.abandoned), " took longer than --io-timeout, which ended it");
}

/// What went out before an interruption is no replay, nor is nothing.
void AddCut(const ReplayOutcome& outcome, bool interrupted, Fidelity* fidelity) {
  if (!outcome.complete && interrupted) Invalidate("it was interrupted", fidelity);
  if (outcome.issued == 0) Invalidate("no I/O went out", fidelity);
}

/// As fast as possible nothing is due before its turn, so that a cut replay leaves nothing undone.
uint64_t Planned(const ReplayOutcome& outcome, ReplayMode mode) {
  const bool cut = mode == ReplayMode::kAfap && !outcome.complete;
  return cut ? outcome.issued : outcome.planned;
}

/// Times of the application, and the verdict on how well time was kept.
void AddOutcome(const ReplayOutcome& outcome, const RepeatSetup& setup, const PlanReport& plan,
                const FidelityMeter& meter, RepeatResult* result) {
  result->complete = outcome.complete;
  result->max_depth = outcome.max_in_flight;
  if (outcome.complete) {
    if (plan.command_ran()) {
      result->completion_ns = outcome.completion_ns() - plan.between_passes_ns;
    }
    result->drain_ns = outcome.drain_ns();
  }
  result->fidelity = meter.Finish(Planned(outcome, setup.options->mode), outcome.issued);
  AddFailures(outcome, &result->fidelity);
  AddCut(outcome, setup.stop->load(), &result->fidelity);
}

/// Tells the stamps of this repeat from those of any other.
uint64_t NewRunNumber() {
  std::random_device entropy;
  return uint64_t{entropy()} << 32 | entropy();
}

absl::Status ReadAllBack(const RepeatSetup& setup, Verifier* verifier) {
  const ReadBackSetup read_back = {.target = setup.target,
                                   .fds = setup.fds,
                                   .engine = std::string(setup.loops.front().engine->name()),
                                   .timeout_ns = setup.options->io_timeout_ns,
                                   .stop = setup.stop};
  for (size_t i = 0; i < setup.preflights->size(); ++i) {
    IOREEL_RETURN_IF_ERROR(ReadBack(read_back, static_cast<uint16_t>(i),
                                    (*setup.preflights)[i].rules.align_bytes, verifier));
  }
  return absl::OkStatus();
}

void FinishVerification(const RepeatSetup& setup, Verifier* verifier, RepeatOutcome* repeat) {
  const VerifyPlan& plan = setup.options->verify;
  if (!plan.any()) return;
  absl::Status read_back;
  if (plan.end && repeat->abandoned > 0) {
    read_back = absl::DeadlineExceededError("the target does not give back what it has");
  } else if (plan.end) {
    read_back = ReadAllBack(setup, verifier);
    repeat->abandoned += absl::IsDeadlineExceeded(read_back);
  }
  AddVerification(plan, verifier->found(), read_back, &repeat->result);
}

/// The parties that all repeats share.
ReplaySetup LoopSetup(const RepeatSetup& setup) {
  return {
      .target = setup.target,
      .fds = setup.fds,
      .buffers = setup.loops.front().buffers,
      .engine = setup.loops.front().engine,
      .clock = setup.clock,
      .verify = {.reads = setup.options->verify.reads, .read_back = setup.options->verify.writes},
      .more = {setup.loops.begin() + 1, setup.loops.end()},
      .threads = setup.threads};
}

}  // namespace

absl::StatusOr<RepeatOutcome> RunRepeat(const RepeatSetup& setup, const std::string& label,
                                        SampleFile* samples) {
  const SessionOptions& options = *setup.options;
  const auto map = std::make_shared<RequestMap>(setup.survey->layout.placement, *setup.preflights,
                                                options.tiles);
  const auto open = [&setup] { return setup.trace->Open(setup.survey->level); };
  IOREEL_ASSIGN_OR_RETURN(const auto planner, Planner::Create(open, PlanOf(setup, map)));
  if (!setup.virtual_time) planner->StartThread();

  RepeatSink sink(options, setup.preflights->size(), samples);
  MemberSink members(setup.members.size());
  std::atomic<uint64_t> completed{0};
  std::optional<Progress> progress;
  if (!setup.virtual_time) {
    const bool timed = options.mode == ReplayMode::kTimed;
    const int64_t expected_ns = timed ? ExpectedSpanNs(options, *setup.survey) : kNoTime;
    const auto passes = static_cast<uint64_t>(options.loops) * static_cast<uint64_t>(options.tiles);
    progress.emplace(label, setup.survey->scan.all.ios * passes, expected_ns, &completed,
                     options.after_ns);
  }
  std::optional<Verifier> verifier;
  if (options.payload.stamp) verifier.emplace(NewRunNumber());
  ReplaySetup loop = LoopSetup(setup);
  loop.source = planner.get();
  loop.sink = &sink;
  if (!setup.members.empty()) loop.part_sink = &members;
  if (verifier) loop.verify.verifier = &*verifier;
  DropCachedPages(setup.fds);
  RepeatOutcome repeat;
  const int64_t cpu_before_ns = CpuTimeNs();
  const ReplayOutcome outcome = Replay(loop, LoopOptions(setup, &completed));
  repeat.abandoned = outcome.abandoned;
  if (!setup.virtual_time) repeat.notes["realtime"] = outcome.realtime;
  repeat.result.cpu_ns = CpuTimeNs() - cpu_before_ns;
  progress.reset();
  IOREEL_RETURN_IF_ERROR(planner->Stop());
  repeat.plan = planner->report();
  sink.stats.Fill(&repeat.result);
  repeat.result.volumes = sink.Volumes(setup.survey->layout);
  if (!setup.members.empty()) {
    repeat.result.array = members.Result(setup, repeat.result.written_bytes);
  }
  repeat.result.substitutions = map->changes();
  MergeChanges(CutChanges(outcome.cut, options.split_bytes), &repeat.result.substitutions);
  AddOvertaking(outcome, options.mode, &repeat.result);
  AddOutcome(outcome, setup, repeat.plan, sink.fidelity, &repeat.result);
  if (verifier) FinishVerification(setup, &*verifier, &repeat);
  if (outcome.starved > 0) repeat.notes["starved"] = absl::StrCat(outcome.starved);
  if (outcome.held_up > 0) repeat.notes["held_up"] = absl::StrCat(outcome.held_up);
  return repeat;
}

}  // namespace ioreel
