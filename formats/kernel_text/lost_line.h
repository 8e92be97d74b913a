#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace ioreel {

/// What the kernel or trace-cmd writes between the events of a CPU where some are missing.
struct LostLine {
  uint16_t cpu = 0;     ///< kNoCpu where the line does not tell
  uint64_t events = 0;  ///< 0 = an unknown number
};

/// "CPU:1 [LOST 12 EVENTS]", "CPU:1 [LOST EVENTS]" (ftrace), "CPU:1 [12 EVENTS DROPPED]" and
/// "CPU:1 [EVENTS DROPPED]" (trace-cmd), also without the CPU, and with a number that cannot be;
/// nullopt for anything else.
std::optional<LostLine> ParseLostLine(absl::string_view line);

}  // namespace ioreel
