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
#include "replay/safety/preflight.h"
#include "replay/session_options.h"
#include "replay/target.h"

namespace ioreel {

/// Which engine is taken, and how much it may have in flight.
struct EnginePlan {
  const EngineKind* kind = nullptr;
  EngineChoice choice;  ///< its name, and why it was taken
  int depth = 0;        ///< steps in flight at most
  int parts_depth = 0;  ///< parts of steps in flight at most: more, where there are several devices
  std::vector<SimModel> drives;  ///< of the target, where it is simulated
};

/// An engine that is ready to go, with its clock and the memory for its data.
struct OpenedEngine {
  std::unique_ptr<Clock> clock;
  std::optional<IoBuffers> buffers;  ///< none for an engine that is not real
  std::unique_ptr<Engine> engine;    ///< after the memory, so that it goes first
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
