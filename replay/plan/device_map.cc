#include "replay/plan/device_map.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace ioreel {

absl::StatusOr<DeviceMapping> ParseDeviceMapping(absl::string_view text) {
  const bool quoted = absl::StartsWith(text, "\"");
  const size_t end = quoted ? text.rfind("\"=") : text.find('=');
  const size_t begin = quoted ? 1 : 0;
  if (end == absl::string_view::npos || end <= begin) {
    return absl::InvalidArgumentError(absl::StrCat(
        "\"", text, "\" is not DEVICE=TARGET, as sda=/dev/sdb or \"\\\\.\\PhysicalDrive1\"=disk"));
  }
  DeviceMapping mapping;
  mapping.device = std::string(text.substr(begin, end - begin));
  mapping.target = std::string(text.substr(end + (quoted ? 2 : 1)));
  if (mapping.target.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", text, "\" names no target for ", mapping.device));
  }
  return mapping;
}

absl::StatusOr<std::vector<DeviceMapping>> ReadDeviceMap(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  std::vector<DeviceMapping> mappings;
  size_t number = 0;
  for (const absl::string_view line : absl::StrSplit(text, '\n')) {
    ++number;
    const absl::string_view bare = absl::StripAsciiWhitespace(line);
    if (bare.empty() || bare.front() == '#') continue;
    auto mapping = ParseDeviceMapping(bare);
    if (!mapping.ok()) {
      return absl::InvalidArgumentError(
          absl::StrCat(path, ", line ", number, ": ", mapping.status().message()));
    }
    mappings.push_back(*std::move(mapping));
  }
  if (mappings.empty()) return absl::InvalidArgumentError(absl::StrCat(path, ": maps no device"));
  return mappings;
}

}  // namespace ioreel
