#include "cli/import_report.h"

#include "base/log.h"
#include "formats/import_remark.h"

namespace ioreel {
void PrintImportLog(const ImportLog& log) {
  for (const ImportLog::Entry& entry : log.entries()) {
    if (entry.severity == ImportLog::Severity::kDataLoss)
      LogWarning(ImportRemark(entry));
    else
      LogInfo(ImportRemark(entry));
  }
}

}  // namespace ioreel
