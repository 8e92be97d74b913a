#include "cli/import_report.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/log.h"
#include "base/units.h"

namespace ioreel {
namespace {

/// "x.csv: line 12: an I/O of 0 bytes (zero_length, 3 times)"
std::string EntryText(const ImportLog::Entry& entry) {
  const std::string place = entry.first_place.empty() ? "" : absl::StrCat(entry.first_place, ": ");
  const std::string times =
      entry.count == 1 ? "" : absl::StrCat(", ", FormatCount(entry.count), " times");
  return absl::StrCat(place, entry.explanation, " (", entry.name, times, ")");
}

}  // namespace

void PrintImportLog(const ImportLog& log) {
  for (const ImportLog::Entry& entry : log.entries()) {
    if (entry.severity == ImportLog::Severity::kDataLoss)
      LogWarning(EntryText(entry));
    else
      LogInfo(EntryText(entry));
  }
}

}  // namespace ioreel
