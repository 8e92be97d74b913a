#include "cli/console_ui.h"

#include <cstdio>

#include "absl/strings/str_cat.h"
#include "base/console.h"
#include "cli/import_report.h"

namespace ioreel {

void ConsoleUi::Say(const std::string& line) {
  Print(absl::StrCat(Printable(line), "\n"));
  std::fflush(stdout);
}

void ConsoleUi::ReportImport(const ImportLog& log) { PrintImportLog(log); }

}  // namespace ioreel
