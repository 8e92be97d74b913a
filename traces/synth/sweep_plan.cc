#include "traces/synth/sweep_plan.h"

#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "traces/synth/pattern_text.h"

namespace ioreel {
namespace {

constexpr uint64_t kMostDepth = 4096;

/// "A..B", or A alone.
struct Bounds {
  uint64_t first = 0, last = 0;
};

absl::StatusOr<uint64_t> ParseDepth(absl::string_view text) {
  uint64_t depth = 0;
  if (absl::SimpleAtoi(text, &depth) && depth >= 1 && depth <= kMostDepth) return depth;
  return absl::InvalidArgumentError(
      absl::StrCat("expected a depth from 1 to ", kMostDepth, ", found '", text, "'"));
}

absl::StatusOr<Bounds> ParseBounds(absl::string_view part,
                                   absl::StatusOr<uint64_t> (*parse)(absl::string_view)) {
  const std::pair<absl::string_view, absl::string_view> ends =
      absl::StrSplit(part, absl::MaxSplits("..", 1));
  Bounds bounds;
  IOREEL_ASSIGN_OR_RETURN(bounds.first, parse(ends.first));
  bounds.last = bounds.first;
  if (ends.first.size() != part.size()) {
    IOREEL_ASSIGN_OR_RETURN(bounds.last, parse(ends.second));
  }
  if (bounds.first == 0 || bounds.last < bounds.first) {
    return absl::InvalidArgumentError(
        absl::StrCat("expected the smaller end first, and above 0, found '", part, "'"));
  }
  return bounds;
}

/// All that a list like "1..8,32" names; a range goes on by doubling, and ends with its last.
absl::StatusOr<std::vector<uint64_t>> ParseList(
    absl::string_view text, absl::StatusOr<uint64_t> (*parse)(absl::string_view)) {
  std::vector<uint64_t> all;
  for (const absl::string_view part : absl::StrSplit(text, ',')) {
    IOREEL_ASSIGN_OR_RETURN(const Bounds bounds, ParseBounds(part, parse));
    uint64_t next = bounds.first;
    for (; next < bounds.last && next <= bounds.last / 2; next *= 2) all.push_back(next);
    if (next != bounds.last) all.push_back(next);
    all.push_back(bounds.last);
  }
  return all;
}

std::string SpecOf(const SweepGrid& grid, const std::string& pattern, absl::string_view length) {
  std::string spec = pattern;
  if (!length.empty()) absl::StrAppend(&spec, ",bs=", length);
  if (grid.threads > 0) absl::StrAppend(&spec, ",threads=", grid.threads);
  return spec;
}

}  // namespace

absl::StatusOr<std::vector<std::string>> ParseLengths(absl::string_view text) {
  IOREEL_ASSIGN_OR_RETURN(const std::vector<uint64_t> lengths, ParseList(text, ParseSize));
  std::vector<std::string> texts;
  for (const uint64_t length : lengths) texts.push_back(absl::StrCat(length));
  return texts;
}

absl::StatusOr<std::vector<int>> ParseDepths(absl::string_view text) {
  IOREEL_ASSIGN_OR_RETURN(const std::vector<uint64_t> depths, ParseList(text, ParseDepth));
  return std::vector<int>(depths.begin(), depths.end());
}

absl::StatusOr<std::vector<SweepCell>> CellsOf(const SweepGrid& grid) {
  std::vector<SweepCell> cells;
  const std::vector<std::string> own = {""};
  for (const std::string& pattern : grid.patterns) {
    for (const std::string& length : grid.lengths.empty() ? own : grid.lengths) {
      for (const int depth : grid.depths) {
        SweepCell cell{.test = pattern, .pattern = {}, .depth = depth};
        IOREEL_ASSIGN_OR_RETURN(cell.pattern, ParsePattern(SpecOf(grid, pattern, length)));
        cells.push_back(std::move(cell));
      }
    }
  }
  return cells;
}

}  // namespace ioreel
