#pragma once

#include <optional>
#include <vector>

namespace ioreel {

/// The middle value, or the mean of the two middle ones; nullopt of nothing.
std::optional<double> Median(std::vector<double> values);

/// 1.4826 × the median distance from the median: the standard deviation of normally distributed
/// values, which up to half of them being wild moves little. nullopt of nothing.
std::optional<double> RobustDeviation(const std::vector<double>& values);

/// Sample standard deviation ÷ mean; nullopt for fewer than two values or a mean of 0.
std::optional<double> CoefficientOfVariation(const std::vector<double>& values);

}  // namespace ioreel
