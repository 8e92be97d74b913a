#include "formats/import_log.h"

#include <algorithm>

namespace ioreel {

void ImportLog::Add(absl::string_view name, Severity severity, absl::string_view place,
                    absl::string_view explanation, uint64_t count) {
  const auto known = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.name == name; });
  if (known != entries_.end()) {
    known->count += count;
    return;
  }
  entries_.push_back(
      {std::string(name), severity, count, std::string(place), std::string(explanation)});
}

bool ImportLog::HasDataLoss() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return entry.severity == Severity::kDataLoss; });
}

}  // namespace ioreel
