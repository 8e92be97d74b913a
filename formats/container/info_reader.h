#pragma once

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// Takes up what a frame of InfoWriter says. Errors: DataLoss when `json` is none.
absl::Status ApplyInfo(absl::string_view json, TraceInfo* info);

}  // namespace ioreel
