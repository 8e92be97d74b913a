#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ioreel {

/// One step of the consistency test: something is done to the drive, then all traces are replayed.
struct ConsistencyPhase {
  std::string name;       ///< "01_degrade_1", also of its result, in the order of the test
  bool writes = false;    ///< at random places; else the drive is left alone
  int64_t length_ns = 0;  ///< for so long
  uint64_t seed = 0;      ///< of the writes
};

/// PCMark 8's: 8 of degradation, each 5 minutes of writes longer than the one before, from 10 on; 5
/// of steady state, 45 minutes each; 5 of recovery, 5 minutes of rest each. `scale` shortens all
/// times. Source: UL, support article 44002171488; Tom's Hardware, "How we test".
std::vector<ConsistencyPhase> ConsistencyPhases(double scale);

}  // namespace ioreel
