#pragma once

#include <string>

namespace ioreel {

/// Whether so many runs, or pairs of them, can show any difference at all, where each p is
/// multiplied by `tests`: "" if so, else what to do: "3 and 3 runs cannot show a difference, …".
std::string TooFewRuns(int a_runs, int b_runs, bool paired, int tests = 1);

}  // namespace ioreel
