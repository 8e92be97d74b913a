#include "cli/report_formats.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "cli/command.h"

namespace ioreel {
namespace {

struct OutputFormat {
  const char* name;
  std::vector<const char*> extensions;
  bool to_standard_output;
};

const std::vector<OutputFormat>& OutputFormats() {
  static const auto* const formats = new std::vector<OutputFormat>{
      {"html", {".html", ".htm"}, false}, {"text", {".txt"}, true}, {"md", {".md"}, true},
      {"json", {".json"}, true},          {"csv", {".csv"}, true},  {"svg", {".svg"}, false},
      {"perfetto", {".perfetto"}, false}};
  return *formats;
}

}  // namespace

std::vector<std::string> ReportFormats() {
  std::vector<std::string> names;
  for (const OutputFormat& format : OutputFormats()) names.emplace_back(format.name);
  return names;
}

absl::StatusOr<std::string> ReportFormatOf(const std::string& path) {
  if (path.empty()) return "text";
  for (const OutputFormat& format : OutputFormats()) {
    for (const char* extension : format.extensions) {
      if (absl::EndsWithIgnoreCase(path, extension)) return format.name;
    }
  }
  return UsageError(absl::StrCat(path,
                                 ": its extension tells no format; call it like report.html "
                                 "or name one with --format (",
                                 absl::StrJoin(ReportFormats(), ", "), ")"));
}

bool GoesToStandardOutput(const std::string& name) {
  for (const OutputFormat& format : OutputFormats()) {
    if (format.name == name) return format.to_standard_output;
  }
  return false;
}

}  // namespace ioreel
