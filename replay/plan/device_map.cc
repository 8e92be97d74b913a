#include "replay/plan/device_map.h"

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr absl::string_view kByteOrderMark = "\xef\xbb\xbf";

/// Takes what stands in double quotes off the front of `text`, which begins with one, and returns
/// it; a quote that neither another nor the "=" follows is part of it, too. `text` becomes empty
/// where the quotes are never closed.
std::string TakeQuoted(absl::string_view* text) {
  std::string name;
  text->remove_prefix(1);
  while (!text->empty()) {
    const bool doubled = absl::ConsumePrefix(text, "\"\"");
    const bool closes = !doubled && text->front() == '"' &&
                        absl::StartsWith(absl::StripLeadingAsciiWhitespace(text->substr(1)), "=");
    if (closes) return text->remove_prefix(1), name;
    name += doubled ? '"' : text->front();
    if (!doubled) text->remove_prefix(1);
  }
  return name;
}

absl::Status NoMapping(absl::string_view text) {
  return absl::InvalidArgumentError(absl::StrCat(
      "\"", text, "\" is not DEVICE=TARGET, as sda=/dev/sdb or \"\\\\.\\PhysicalDrive1\"=disk"));
}

}  // namespace

absl::StatusOr<DeviceMapping> ParseDeviceMapping(absl::string_view text) {
  absl::string_view rest = absl::StripAsciiWhitespace(text);
  DeviceMapping mapping;
  if (absl::StartsWith(rest, "\"")) {
    mapping.device = TakeQuoted(&rest);
  } else {
    const absl::string_view name = rest.substr(0, rest.find('='));
    mapping.device = std::string(absl::StripTrailingAsciiWhitespace(name));
    rest.remove_prefix(name.size());
  }
  rest = absl::StripLeadingAsciiWhitespace(rest);
  if (mapping.device.empty() || !absl::ConsumePrefix(&rest, "=")) return NoMapping(text);
  mapping.target = std::string(absl::StripLeadingAsciiWhitespace(rest));
  if (mapping.target.empty()) {
    return absl::InvalidArgumentError(
        absl::StrCat("\"", text, "\" names no target for ", mapping.device));
  }
  return mapping;
}

absl::StatusOr<std::vector<DeviceMapping>> ReadDeviceMap(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, ReadFile(path));
  if (absl::StrContains(text, absl::string_view("\0", 1))) {
    return absl::InvalidArgumentError(absl::StrCat(path, ": is no text in UTF-8; save it as such"));
  }
  std::vector<DeviceMapping> mappings;
  size_t number = 0;
  for (const absl::string_view line :
       absl::StrSplit(absl::StripPrefix(text, kByteOrderMark), '\n')) {
    ++number;
    const absl::string_view bare = absl::StripAsciiWhitespace(line);
    if (bare.empty() || bare.front() == '#') continue;
    const std::string origin = absl::StrCat(path, ", line ", number);
    auto mapping = ParseDeviceMapping(bare);
    if (!mapping.ok()) return Annotate(mapping.status(), origin);
    mapping->origin = origin;
    mappings.push_back(*std::move(mapping));
  }
  if (mappings.empty()) return absl::InvalidArgumentError(absl::StrCat(path, ": maps no device"));
  return mappings;
}

}  // namespace ioreel
