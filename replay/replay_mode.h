#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace ioreel {

/// When an I/O may start.
enum class ReplayMode : uint8_t {
  kTimed,      ///< at its recorded time (open loop)
  kDependent,  ///< after the I/O that it waited for, plus think time (closed loop)
  kStream,     ///< after the I/O before it of the same task, plus think time (closed loop)
  kAfap,       ///< in order, as soon as the queue has room
};

/// Completions of some I/Os decide when others go out.
constexpr bool IsClosedLoop(ReplayMode mode) {
  return mode == ReplayMode::kDependent || mode == ReplayMode::kStream;
}

/// "timed", "dependent", "stream", "afap".
absl::string_view ReplayModeName(ReplayMode mode);
std::optional<ReplayMode> FindReplayMode(absl::string_view name);

}  // namespace ioreel
