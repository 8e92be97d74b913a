#include "analysis/report/cells.h"

#include <cmath>

#include "absl/strings/str_format.h"
#include "base/units.h"

namespace ioreel {

uint64_t WholeNumber(double value) {
  if (!(value > 0)) return 0;
  return value < 0x1p64 ? static_cast<uint64_t>(std::round(value)) : UINT64_MAX;
}

std::string DurationCell(std::optional<double> ns) {
  return ns ? FormatDuration(std::llround(*ns)) : "-";
}

std::string BandwidthCell(std::optional<double> bytes_per_s) {
  return bytes_per_s ? FormatBandwidth(*bytes_per_s) : "-";
}

std::string NumberCell(std::optional<double> value) {
  return value ? FormatCount(WholeNumber(*value)) : "-";
}

std::string PercentCell(std::optional<double> share) { return FormatShare(share); }

std::string FixedCell(std::optional<double> value, int digits) {
  return value ? absl::StrFormat("%.*f", digits, *value) : "-";
}

std::string TextCell(const std::string& text) { return text.empty() ? "-" : text; }

}  // namespace ioreel
