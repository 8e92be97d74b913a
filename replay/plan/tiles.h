#pragma once

#include <cstdint>
#include <vector>

#include "replay/plan/schedule.h"

namespace ioreel {

/// The whole trace several times at once, each copy at its own place. Copies know nothing of each
/// other: in the closed loops each waits for its own I/Os only.
struct TileRules {
  int count = 1;
  std::vector<uint64_t> strides_bytes;  ///< by volume: from one copy to the next
};

/// More would leave a copy too little of the window in which steps can wait for each other.
inline constexpr int kMostTiles = 1024;

/// How far back a parent may lie in one copy, so that it lies in the window of all.
constexpr uint64_t TileWindow(int tiles) { return kStepWindow / static_cast<uint64_t>(tiles); }

/// Appends the copies of `steps`, which are one copy's, numbered from 0: those of one step follow
/// each other.
void AppendTiles(const TileRules& rules, const std::vector<Step>& steps, std::vector<Step>* out);

}  // namespace ioreel
