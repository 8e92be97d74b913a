#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "base/clock.h"
#include "replay/engine.h"

namespace ioreel {

/// A way to do I/O. One .cc an engine in replay/engines/, one line in engine_registry.cc.
struct EngineKind {
  absl::string_view name;         ///< as in --engine
  absl::string_view description;  ///< one line
  bool real = true;               ///< false: touches no device (null, sim)
  bool virtual_time = false;      ///< runs on a VirtualClock: takes no time, and is exact
  /// `clock` stamps the engines that are not real; the others use CLOCK_MONOTONIC.
  std::unique_ptr<Engine> (*make)(Clock* clock);
  /// Whether so many I/Os may be in flight, as far as the kernel tells beforehand; null = always.
  absl::Status (*check_depth)(int depth) = nullptr;
};

const std::vector<EngineKind>& AllEngines();

/// Errors: InvalidArgument that lists the names.
absl::StatusOr<const EngineKind*> FindEngine(absl::string_view name);
absl::StatusOr<std::unique_ptr<Engine>> MakeEngine(absl::string_view name, Clock* clock);

/// What `--engine auto` takes for these opened devices and files, and why, for the user.
struct EngineChoice {
  std::string name;
  std::string reason;
};
/// `longest_bytes` of one I/O.
EngineChoice ChooseEngine(absl::Span<const int> fds, int depth, uint64_t longest_bytes);

/// As many I/Os in flight as the queues of these devices hold, at most 256: more would wait in the
/// kernel, out of the replay's sight.
int DefaultDepth(absl::Span<const int> fds);

/// Errors: OutOfRange that names the limit and what to do about it.
absl::Status CheckDepth(const EngineKind& kind, int depth);

/// Opens and closes `kind` without I/O; OK, or why it does not work here.
absl::Status ProbeEngine(const EngineKind& kind);

}  // namespace ioreel
