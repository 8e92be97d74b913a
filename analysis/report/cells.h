#pragma once

#include <cstdint>
#include <optional>
#include <string>

/// Figures as the cells of all tables show them; "-" = unknown.

namespace ioreel {

/// The nearest one that a count can be; 0 of what is below 0 or no number.
uint64_t WholeNumber(double value);

std::string DurationCell(std::optional<double> ns);
std::string BandwidthCell(std::optional<double> bytes_per_s);
std::string NumberCell(std::optional<double> value);             ///< whole, "12,345"
std::string PercentCell(std::optional<double> share);            ///< "12.3 %"
std::string FixedCell(std::optional<double> value, int digits);  ///< so many decimals
std::string TextCell(const std::string& text);

}  // namespace ioreel
