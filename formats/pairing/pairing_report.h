#pragma once

#include "formats/import_log.h"
#include "formats/model/trace_info.h"
#include "formats/pairing/request_pairer.h"

namespace ioreel {

/// At the end of an import of kernel events: tells `log` what the pairer could not pair and what
/// was lost, at the place info->origin, and taints `info` where events are missing.
void ReportPairing(const RequestPairer::Counts& counts, ImportLog* log, TraceInfo* info);

}  // namespace ioreel
