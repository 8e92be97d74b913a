#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "absl/status/statusor.h"
#include "base/clock.h"
#include "replay/engine.h"
#include "replay/engine_registry.h"
#include "replay/engines/sim_engine.h"
#include "replay/opened_volumes.h"
#include "replay/plan/trace_survey.h"
#include "replay/prime/io_buffers.h"
#include "replay/run/loop_threads.h"
#include "replay/run/replayer.h"
#include "replay/safety/preflight.h"
#include "replay/session_options.h"
#include "replay/target.h"

namespace ioreel {

/// Which engine is taken, and how much it may have in flight.
struct EnginePlan {
  const EngineKind* kind = nullptr;
  EngineChoice choice;           ///< its name, and why it was taken
  int threads = 1;               ///< loops that submit
  int depth = 0;                 ///< steps in flight at most, of all loops together
  std::vector<SimModel> drives;  ///< of the target, where it is simulated
};

/// What a loop submits with.
struct OpenedLoop {
  std::optional<IoBuffers> buffers;  ///< none for an engine that is not real
  std::unique_ptr<Engine> engine;    ///< after the memory, so that it goes first
};

/// Engines that are ready to go, with their clock and the memory for their data.
struct OpenedEngine {
  std::unique_ptr<Clock> clock;
  std::vector<OpenedLoop> loops;         ///< at least one
  std::unique_ptr<LoopThreads> threads;  ///< on which they were opened, the first on the caller's

  std::vector<LoopTools> tools();  ///< of each loop
};

/// What --engine names; nullptr for "auto". Errors: InvalidArgument.
absl::StatusOr<const EngineKind*> NamedEngine(const SessionOptions& options);

/// Changes nothing. Errors: InvalidArgument, OutOfRange where the kernel cannot take the depth.
absl::StatusOr<EnginePlan> PlanEngine(const SessionOptions& options, const TraceSurvey& survey,
                                      const OpenedVolumes& targets);

/// `preflights` by volume. Errors: Unimplemented where the engine does not work here,
/// ResourceExhausted.
absl::StatusOr<OpenedEngine> OpenEngine(const EnginePlan& plan, const SessionOptions& options,
                                        const TraceSurvey& survey,
                                        const std::vector<Preflight>& preflights,
                                        const Target& target, const std::vector<int>& fds);

}  // namespace ioreel
