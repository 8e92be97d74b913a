#pragma once

#include <vector>

namespace ioreel {

/// SNIA SSS PTS: a drive is steady when, over the last 5 rounds, the tracked figure y spans at most
/// 20 % of its mean, and the line fitted to it by least squares moves by at most 10 % of it.
struct SteadyState {
  static constexpr int kWindow = 5;
  static constexpr int kMostRounds = 25;  ///< then the last window counts, as not steady
  static constexpr double kMostRange = 0.20, kMostSlope = 0.10;

  bool reached = false;
  double mean = 0;         ///< of the window
  double range_share = 0;  ///< (max − min) ÷ mean
  double slope_share = 0;  ///< |slope| × 4 ÷ mean
};

/// Judges the last window of `rounds`. Not reached with fewer rounds than that, or a mean of 0.
SteadyState JudgeSteadyState(const std::vector<double>& rounds);

}  // namespace ioreel
