#include "replay/replay_mode.h"

namespace ioreel {
namespace {

constexpr absl::string_view kNames[] = {"timed", "dependent", "stream", "afap"};

}  // namespace

absl::string_view ReplayModeName(ReplayMode mode) { return kNames[static_cast<int>(mode)]; }

std::optional<ReplayMode> FindReplayMode(absl::string_view name) {
  for (int i = 0; i < 4; ++i) {
    if (kNames[i] == name) return static_cast<ReplayMode>(i);
  }
  return std::nullopt;
}

}  // namespace ioreel
