#include "analysis/compare/enough_runs.h"

#include <algorithm>

#include "absl/strings/str_format.h"
#include "analysis/stats/shift_estimate.h"

namespace ioreel {
namespace {

double SmallestAdjustedP(int a_runs, int b_runs, bool paired, int tests) {
  return std::min(1.0, SmallestP(a_runs, b_runs, paired) * tests);
}

}  // namespace

std::string TooFewRuns(int a_runs, int b_runs, bool paired, int tests) {
  const double p = SmallestAdjustedP(a_runs, b_runs, paired, tests);
  if (p < kSignificance) return "";
  int enough = 1;
  while (SmallestAdjustedP(enough, enough, paired, tests) >= kSignificance) ++enough;
  return absl::StrFormat(
      "%d and %d runs cannot show a difference, however large: p is %.2g at least, and must be "
      "below %.2g; run %d %s or more",
      a_runs, b_runs, p, kSignificance, enough, paired ? "pairs" : "a side");
}

}  // namespace ioreel
