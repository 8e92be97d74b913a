#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "absl/strings/string_view.h"

namespace ioreel {

/// How the numbers of a table are written: for people ("1,234", "64 KiB", "1.5 ms"), or raw:
/// whole numbers without separators, bytes and ns, whose units then stand in the heads.
class Numbers {
 public:
  explicit Numbers(bool raw = false) : raw_(raw) {}

  std::string Count(uint64_t n) const;
  std::string Bytes(uint64_t bytes) const;
  std::string Time(int64_t ns) const;
  std::string Moment(int64_t ns) const;  ///< a time of the trace
  std::string Ratio(double ratio) const;
  /// A share from 0 to 1 in per cent; "-" where it is not known.
  std::string Percent(std::optional<double> share) const;
  std::string Percent(uint64_t part, uint64_t whole) const;

  std::string BytesHead(absl::string_view name) const { return Head(name, "B"); }
  std::string TimeHead(absl::string_view name) const { return Head(name, "ns"); }

 private:
  std::string Head(absl::string_view name, absl::string_view unit) const;

  bool raw_;
};

}  // namespace ioreel
