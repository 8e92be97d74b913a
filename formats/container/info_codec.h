#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "formats/model/trace_info.h"

/// TraceInfo in info frames. Each is a JSON object that says what is new: rows of the tables
/// "devices", "tasks" and "losses" from an index on, and under "facts" all the rest.
///
///     {"facts": {…}, "tasks": {"from": 17, "rows": [{"pid": 4711, …}]}}
///
/// A key that is missing has its default. Unknown keys are for later writers and passed over.

namespace ioreel {

/// Remembers what the frames so far say. Not thread-safe.
class InfoWriter {
 public:
  /// Rows that the tables have gained; the first time also the facts. "" = nothing.
  std::string Grown(const TraceInfo& info);

  /// Whatever differs from what has been said; applying all frames gives `info`. "" = nothing.
  std::string Final(const TraceInfo& info);

 private:
  std::string facts_;  ///< as JSON
  std::vector<DeviceInfo> devices_;
  std::vector<TaskInfo> tasks_;
  std::vector<LossWindow> losses_;
};

/// Errors: DataLoss when `json` is not what InfoWriter makes.
absl::Status ApplyInfo(absl::string_view json, TraceInfo* info);

}  // namespace ioreel
