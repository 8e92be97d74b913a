#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "formats/result/run_result.h"

/// Loads that were measured one after the other, versioned with RunResult. docs/result_format.md
/// describes the file.

namespace ioreel {

/// Values of SweepResult::value.
inline constexpr char kMedianOfRounds[] = "median", kBestOfRounds[] = "best",
                      kMeanOfWindow[] = "mean of the last 5";

/// One load of a sweep.
struct SweepCellResult {
  std::string test;          ///< "randread"; the cells of one test are a table
  std::string pattern;       ///< traces/synth/pattern_text.h
  uint64_t block_bytes = 0;  ///< length of its I/Os; 0 = a mix
  double read_percent = 0;
  int threads = 1;
  int depth = 1;     ///< in flight for each thread
  RunResult result;  ///< a repeat for each round

  bool operator==(const SweepCellResult&) const = default;
};

struct SweepResult {
  std::string ioreel_version;
  int64_t created_wall_ns = 0;
  std::string preset;     ///< "" = a grid that the user asked for
  std::string value;      ///< what counts of the rounds
  int64_t time_ns = 0;    ///< each cell is measured so long
  bool complete = false;  ///< each cell was measured in each round
  bool steady = true;     ///< false: the steady state that it waited for was not reached
  std::vector<SweepCellResult> cells;

  bool operator==(const SweepResult&) const = default;
};

}  // namespace ioreel
