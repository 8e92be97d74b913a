#include "formats/octf/summary.h"

#include <nlohmann/json.hpp>
#include <string>

#include "base/status_macros.h"
#include "formats/import/fields.h"

namespace ioreel {
namespace {

/// A number, which may be written as a text.
std::optional<uint64_t> NumberOf(const nlohmann::json& json, const char* key) {
  const auto found = json.find(key);
  if (found == json.end()) return std::nullopt;
  if (found->is_number_unsigned()) return found->get<uint64_t>();
  return found->is_string() ? ParseUnsigned(found->get_ref<const std::string&>()) : std::nullopt;
}

}  // namespace

absl::StatusOr<OctfSummary> ReadOctfSummary(const Input& input) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, input.Head());
  const auto json = nlohmann::json::parse(text, nullptr, false);
  if (!json.is_object()) return OctfSummary{};
  return OctfSummary{NumberOf(json, "droppedEvents"), NumberOf(json, "queueCount")};
}

}  // namespace ioreel
