#include "replay/opened_engine.h"

#include <unistd.h>

#include <algorithm>
#include <thread>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr int kDefaultAfapDepth = 32;

/// More parts than steps may be in flight on several devices, but no more than a kernel's queues
/// are made for.
constexpr int kMostParts = 4096;

void AddNeed(const Demand& demand, const Preflight& preflight, IoBuffers::Options* needed) {
  for (int i = 0; i < kOpCount; ++i) {
    const Demand::PerOp& op = demand.ops[static_cast<size_t>(i)];
    const Op becomes = preflight.rules.ops[static_cast<size_t>(i)];
    if (op.count == 0 || !HasPayload(becomes) || preflight.pretend_ops >> i & 1) continue;
    uint64_t& longest = becomes == Op::kRead ? needed->longest_read : needed->longest_write;
    longest = std::max(longest, op.longest + 2 * preflight.rules.align_bytes);
    if (becomes != Op::kRead) {
      needed->written_bytes += op.bytes * static_cast<uint64_t>(preflight.tiles);
      needed->writes += op.count * static_cast<uint64_t>(preflight.tiles);
    }
  }
}

IoBuffers::Options NeededBuffers(const SessionOptions& options, const TraceSurvey& survey,
                                 const std::vector<Preflight>& preflights, const Target& target,
                                 const EnginePlan& plan) {
  IoBuffers::Options needed = {.payload = options.payload,
                               .depth = ShareOfDepth(plan.depth, 0, plan.threads)};
  needed.seed = static_cast<uint64_t>(getpid());  // runs after each other write different data
  for (size_t i = 0; i < preflights.size(); ++i) {
    AddNeed(survey.layout.volumes[i].demand, preflights[i], &needed);
  }
  needed.scratch = target.ScratchBytes(
      std::min(kMaxBufferBytes, std::max(needed.longest_read, needed.longest_write)));
  const auto threads = static_cast<uint64_t>(plan.threads);
  needed.written_bytes = (needed.written_bytes + threads - 1) / threads;
  needed.writes = (needed.writes + threads - 1) / threads;
  return needed;
}

/// Parts that steps on so many devices may have in flight at once.
int PartsDepth(int depth, size_t devices) {
  if (devices == 1) return depth;
  return std::max(depth, std::min(kMostParts, depth * static_cast<int>(devices)));
}

/// Makes what the loops of a replay submit with.
struct LoopOpener {
  const EnginePlan& plan;
  const SessionOptions& options;
  const std::vector<int>& fds;
  Clock* clock;
  IoBuffers::Options buffers;  ///< of each loop, but for the seed

  /// Planner and samples take one CPU, each loop another.
  bool HasCpusForSubmitters() const {
    return std::thread::hardware_concurrency() >= 2 * static_cast<unsigned>(plan.threads) + 1;
  }

  absl::Status Open(size_t index, OpenedLoop* loop) const {
    const int share = ShareOfDepth(plan.depth, static_cast<int>(index), plan.threads);
    EngineOptions engine_options = {.depth = PartsDepth(share, fds.size()), .fds = fds};
    // An application sleeps until its I/O is done. So does its replay: spinning takes the CPU from
    // the kernel's threads that a loop, md or virtual device needs, and the device is slower then.
    if (IsClosedLoop(options.mode)) engine_options.poll_ns = 0;
    engine_options.kernel_submits = options.mode == ReplayMode::kAfap && HasCpusForSubmitters();
    if (plan.kind->real) {
      IoBuffers::Options needed = buffers;
      needed.seed += index << 32;  // threads write different data, too
      IOREEL_ASSIGN_OR_RETURN(loop->buffers, IoBuffers::Create(needed));
      engine_options.buffer_base = loop->buffers->base();
      engine_options.buffer_bytes = loop->buffers->bytes();
    }
    if (plan.drives.empty()) {
      IOREEL_ASSIGN_OR_RETURN(loop->engine, MakeEngine(plan.kind->name, clock));
    } else {
      std::vector<SimModel> drives = plan.drives;
      for (SimModel& drive : drives) drive.compress_percent = options.payload.compress_percent;
      loop->engine = MakeSimEngine(clock, std::move(drives));
    }
    return loop->engine->Open(engine_options);
  }
};

}  // namespace

std::vector<LoopTools> OpenedEngine::tools() {
  std::vector<LoopTools> tools;
  for (OpenedLoop& loop : loops) {
    tools.push_back({loop.buffers ? &*loop.buffers : nullptr, loop.engine.get()});
  }
  return tools;
}

absl::StatusOr<const EngineKind*> NamedEngine(const SessionOptions& options) {
  if (options.engine == "auto") return nullptr;
  return FindEngine(options.engine);
}

absl::StatusOr<EnginePlan> PlanEngine(const SessionOptions& options, const TraceSurvey& survey,
                                      const OpenedVolumes& targets) {
  const std::vector<int> fds = targets.fds();
  EnginePlan plan;
  plan.drives = targets.drives();
  const bool afap = options.mode == ReplayMode::kAfap;
  plan.depth = options.depth > 0 ? options.depth : afap ? kDefaultAfapDepth : DefaultDepth(fds);
  IOREEL_ASSIGN_OR_RETURN(plan.kind, NamedEngine(options));
  plan.choice = {.name = options.engine, .reason = "--engine"};
  if (!plan.drives.empty()) {
    plan.choice = {.name = "sim", .reason = "the target is simulated"};
    IOREEL_ASSIGN_OR_RETURN(plan.kind, FindEngine(plan.choice.name));
  } else if (plan.kind == nullptr) {
    const Demand& all = survey.scan.all;
    plan.choice = ChooseEngine(fds, plan.depth,
                               std::max(all.of(Op::kRead).longest, all.of(Op::kWrite).longest));
    IOREEL_ASSIGN_OR_RETURN(plan.kind, FindEngine(plan.choice.name));
  }
  plan.threads = options.threads;
  if (plan.depth < plan.threads) {
    return absl::InvalidArgumentError(absl::StrCat(
        "--threads ", plan.threads, ": the target's queue holds ", plan.depth,
        " I/Os, and each thread needs one; give fewer threads, or --depth ", plan.threads));
  }
  IOREEL_RETURN_IF_ERROR(CheckDepth(*plan.kind, PartsDepth(plan.depth, fds.size())));
  const unsigned cpus = std::thread::hardware_concurrency();
  if (static_cast<unsigned>(plan.threads) > std::max(1u, cpus)) {
    LogWarning(absl::StrCat("--threads ", plan.threads, ": this machine has ",
                            FormatCount(cpus, "CPU"),
                            "; threads that share one make each other late"));
  }
  return plan;
}

absl::StatusOr<OpenedEngine> OpenEngine(const EnginePlan& plan, const SessionOptions& options,
                                        const TraceSurvey& survey,
                                        const std::vector<Preflight>& preflights,
                                        const Target& target, const std::vector<int>& fds) {
  OpenedEngine opened;
  if (plan.kind->virtual_time) {
    opened.clock = std::make_unique<VirtualClock>();
  } else {
    opened.clock = std::make_unique<SteadyClock>();
  }
  const auto threads = static_cast<size_t>(plan.threads);
  opened.loops.resize(threads);
  opened.threads = std::make_unique<LoopThreads>(threads);
  const LoopOpener opener = {plan, options, fds, opened.clock.get(),
                             NeededBuffers(options, survey, preflights, target, plan)};
  std::vector<absl::Status> statuses(threads);
  opened.threads->Run([&](size_t i) { statuses[i] = opener.Open(i, &opened.loops[i]); });
  for (const absl::Status& status : statuses) IOREEL_RETURN_IF_ERROR(status);
  return opened;
}

}  // namespace ioreel
