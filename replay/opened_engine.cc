#include "replay/opened_engine.h"

#include <unistd.h>

#include <algorithm>

#include "base/status_macros.h"

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
                                 int depth) {
  IoBuffers::Options needed = {.payload = options.payload, .depth = depth};
  needed.seed = static_cast<uint64_t>(getpid());  // runs after each other write different data
  for (size_t i = 0; i < preflights.size(); ++i) {
    AddNeed(survey.layout.volumes[i].demand, preflights[i], &needed);
  }
  needed.scratch = target.ScratchBytes(
      std::min(kMaxBufferBytes, std::max(needed.longest_read, needed.longest_write)));
  return needed;
}

}  // namespace

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
  const auto devices = static_cast<int>(fds.size());
  plan.parts_depth =
      devices == 1 ? plan.depth : std::max(plan.depth, std::min(kMostParts, plan.depth * devices));
  IOREEL_RETURN_IF_ERROR(CheckDepth(*plan.kind, plan.parts_depth));
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
  EngineOptions engine_options = {.depth = plan.parts_depth, .fds = fds};
  // An application sleeps until its I/O is done. So does its replay: spinning takes the CPU from
  // the kernel's threads that a loop, md or virtual device needs, and the device is slower then.
  if (IsClosedLoop(options.mode)) engine_options.poll_ns = 0;
  if (plan.kind->real) {
    IOREEL_ASSIGN_OR_RETURN(opened.buffers, IoBuffers::Create(NeededBuffers(
                                                options, survey, preflights, target, plan.depth)));
    engine_options.buffer_base = opened.buffers->base();
    engine_options.buffer_bytes = opened.buffers->bytes();
  }
  if (plan.drives.empty()) {
    IOREEL_ASSIGN_OR_RETURN(opened.engine, MakeEngine(plan.kind->name, opened.clock.get()));
  } else {
    opened.engine = MakeSimEngine(opened.clock.get(), plan.drives);
  }
  IOREEL_RETURN_IF_ERROR(opened.engine->Open(engine_options));
  return opened;
}

}  // namespace ioreel
