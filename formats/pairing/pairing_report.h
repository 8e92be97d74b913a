#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "absl/functional/function_ref.h"
#include "formats/import_log.h"
#include "formats/model/stage_event.h"
#include "formats/model/trace_info.h"
#include "formats/pairing/request_pairer.h"

namespace ioreel {

/// TraceInfo::stage_events: the stages that occurred; `count_of` says how often each did.
std::map<std::string, uint64_t> StagesByName(absl::FunctionRef<uint64_t(Stage)> count_of);

/// At the end of an import of kernel events: tells `log` what the pairer could not pair and what
/// was lost, at the place info->origin, and taints `info` where events are missing.
void ReportPairing(const RequestPairer::Counts& counts, ImportLog* log, TraceInfo* info);

}  // namespace ioreel
