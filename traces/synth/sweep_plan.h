#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "traces/synth/pattern.h"

namespace ioreel {

/// One load to be measured.
struct SweepCell {
  std::string test;  ///< the cells of one test are a table: "randread"
  Pattern pattern;   ///< how much there is to do is left open
  int depth = 1;     ///< in flight for each thread
  bool operator==(const SweepCell&) const = default;
};

/// What counts of a cell's rounds.
enum class SweepValue : uint8_t { kMedian, kBest, kWindowMean };

/// By which figure of which cell a drive is found steady.
struct SteadyRule {
  enum class Figure : uint8_t { kIops, kBandwidth, kLatency };
  size_t cell = 0;
  Figure figure = Figure::kIops;
};

/// Loads to be measured one after the other, all of them in each round.
struct SweepPlan {
  std::string preset;  ///< "" = a grid
  std::vector<SweepCell> cells = {};
  int64_t time_ns = 60'000'000'000;  ///< each cell so long
  int64_t pause_ns = 0;              ///< before each
  int rounds = 1;
  SweepValue value = SweepValue::kMedian;
  bool until_steady = false;  ///< rounds go on until `steady` holds
  SteadyRule steady = {};
};

/// Every pattern with every length and depth, in this order.
struct SweepGrid {
  std::vector<std::string> patterns = {"seqread", "seqwrite", "randread", "randwrite"};
  std::vector<std::string> lengths;  ///< "4k"; none = those of the patterns
  std::vector<int> depths = {1};
  int threads = 0;  ///< 0 = those of the patterns
};
/// Errors: InvalidArgument, as ParsePattern.
absl::StatusOr<std::vector<SweepCell>> CellsOf(const SweepGrid& grid);

/// "512..1M": the powers of two from one to the other; "4k,64k": these. Errors: InvalidArgument.
absl::StatusOr<std::vector<std::string>> ParseLengths(absl::string_view text);
/// "1..256", "1,4,32". Errors: InvalidArgument.
absl::StatusOr<std::vector<int>> ParseDepths(absl::string_view text);

}  // namespace ioreel
