#include "analysis/report/numbers.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/units.h"

namespace ioreel {

std::string Numbers::Count(uint64_t n) const { return raw_ ? absl::StrCat(n) : FormatCount(n); }

std::string Numbers::Bytes(uint64_t bytes) const {
  return raw_ ? absl::StrCat(bytes) : FormatSize(bytes);
}

std::string Numbers::Time(int64_t ns) const { return raw_ ? absl::StrCat(ns) : FormatDuration(ns); }

std::string Numbers::Moment(int64_t ns) const {
  return raw_ ? absl::StrCat(ns) : absl::StrFormat("%.6f s", static_cast<double>(ns) / 1e9);
}

std::string Numbers::Ratio(double ratio) const {
  return absl::StrFormat(raw_ ? "%.9g" : "%.1f", ratio);
}

std::string Numbers::Percent(std::optional<double> share) const {
  return share ? absl::StrFormat(raw_ ? "%.9g %%" : "%.1f %%", *share * 100) : "-";
}

std::string Numbers::Percent(uint64_t part, uint64_t whole) const {
  if (whole == 0) return Percent(std::nullopt);
  return Percent(static_cast<double>(part) / static_cast<double>(whole));
}

std::string Numbers::Head(absl::string_view name, absl::string_view unit) const {
  return raw_ ? absl::StrCat(name, ", ", unit) : std::string(name);
}

}  // namespace ioreel
