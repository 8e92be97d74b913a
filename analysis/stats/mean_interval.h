#pragma once

#include <optional>
#include <vector>

#include "analysis/stats/hodges_lehmann.h"

namespace ioreel {

/// 95 % confidence interval of the geometric mean: exp(mean ± t × deviation ÷ √n) of the
/// logarithms, t of Student with n − 1 degrees. nullopt for fewer than 3 values, or where one is
/// not above 0.
std::optional<Interval> GeometricMeanInterval(const std::vector<double>& values);

}  // namespace ioreel
