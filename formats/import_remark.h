#pragma once

#include <string>

#include "formats/import_log.h"

namespace ioreel {

/// For the user: "x.csv: line 12: an I/O of 0 bytes (zero_length, 3 times)", the place of the
/// first.
std::string ImportRemark(const ImportLog::Entry& entry);

}  // namespace ioreel
