#include "analysis/stats/steady_state.h"

#include <algorithm>
#include <cmath>

namespace ioreel {

SteadyState JudgeSteadyState(const std::vector<double>& rounds) {
  constexpr int kWindow = SteadyState::kWindow;
  SteadyState state;
  if (rounds.size() < kWindow) return state;
  const auto window = rounds.end() - kWindow;
  double sum = 0, moment = 0, squares = 0;
  for (int i = 0; i < kWindow; ++i) {
    const double x = i - (kWindow - 1) / 2.0;
    sum += window[i];
    moment += x * window[i];
    squares += x * x;
  }
  state.mean = sum / kWindow;
  if (state.mean == 0) return state;
  const auto [least, most] = std::minmax_element(window, rounds.end());
  state.range_share = (*most - *least) / state.mean;
  state.slope_share = std::fabs(moment / squares) * (kWindow - 1) / state.mean;
  state.reached =
      state.range_share <= SteadyState::kMostRange && state.slope_share <= SteadyState::kMostSlope;
  return state;
}

}  // namespace ioreel
