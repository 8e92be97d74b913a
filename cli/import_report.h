#pragma once

#include "formats/import_log.h"

namespace ioreel {

/// Tells the user on stderr what was met while a trace was read or written: a line for each kind,
/// with its count and first place. Every command that reads a trace calls it once at the end.
void PrintImportLog(const ImportLog& log);

}  // namespace ioreel
