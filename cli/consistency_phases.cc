#include "cli/consistency_phases.h"

#include "absl/strings/str_format.h"

namespace ioreel {
namespace {

constexpr double kMinuteNs = 60e9;
constexpr int kDegradations = 8, kSteadyStates = 5, kRecoveries = 5;

}  // namespace

std::vector<ConsistencyPhase> ConsistencyPhases(double scale) {
  std::vector<ConsistencyPhase> phases;
  const auto add = [&](const char* name, int number, bool writes, int minutes) {
    phases.push_back({.name = absl::StrFormat("%02d_%s_%d", phases.size() + 1, name, number),
                      .writes = writes,
                      .length_ns = static_cast<int64_t>(minutes * kMinuteNs * scale),
                      .seed = phases.size() + 1});
  };
  for (int i = 1; i <= kDegradations; ++i) add("degrade", i, /*writes=*/true, 5 + 5 * i);
  for (int i = 1; i <= kSteadyStates; ++i) add("steady", i, /*writes=*/true, 45);
  for (int i = 1; i <= kRecoveries; ++i) add("recovery", i, /*writes=*/false, 5);
  return phases;
}

}  // namespace ioreel
