#pragma once

#include <vector>

namespace ioreel {

/// The p values of several tests of one question, each adjusted so that comparing them with a level
/// keeps the chance of any false alarm at all below it. Holm 1979: the kth smallest of n is taken
/// n − k + 1 times, and is no smaller than those before it; at most 1. In the order given.
std::vector<double> HolmAdjusted(const std::vector<double>& p);

}  // namespace ioreel
