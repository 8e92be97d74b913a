#include "formats/import_remark.h"

#include "absl/strings/str_cat.h"
#include "base/units.h"

namespace ioreel {

std::string ImportRemark(const ImportLog::Entry& entry) {
  const std::string place = entry.first_place.empty() ? "" : absl::StrCat(entry.first_place, ": ");
  const std::string times =
      entry.count == 1 ? "" : absl::StrCat(", ", FormatCount(entry.count), " times");
  return absl::StrCat(place, entry.explanation, " (", entry.name, times, ")");
}

}  // namespace ioreel
