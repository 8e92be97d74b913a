#include "formats/import_log.h"

#include <algorithm>

namespace ioreel {

ImportLog::Entry* ImportLog::Find(absl::string_view name) {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.name == name; });
  return found == entries_.end() ? nullptr : &*found;
}

bool ImportLog::CountAgain(absl::string_view name) {
  Entry* const known = Find(name);
  if (known != nullptr) ++known->count;
  return known != nullptr;
}

void ImportLog::Add(absl::string_view name, Severity severity, absl::string_view place,
                    absl::string_view explanation, uint64_t count) {
  if (Entry* const known = Find(name)) {
    known->count += count;
    return;
  }
  entries_.push_back(
      {std::string(name), severity, count, std::string(place), std::string(explanation)});
}

void ImportLog::Add(const ImportLog& other) {
  for (const Entry& entry : other.entries_)
    Add(entry.name, entry.severity, entry.first_place, entry.explanation, entry.count);
}

bool ImportLog::HasDataLoss() const {
  return std::any_of(entries_.begin(), entries_.end(),
                     [](const Entry& entry) { return entry.severity == Severity::kDataLoss; });
}

}  // namespace ioreel
