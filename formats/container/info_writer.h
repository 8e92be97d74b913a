#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "formats/model/trace_info.h"

/// TraceInfo in info frames. Each is a JSON object that says what is new: rows of the tables
/// "devices", "tasks" and "losses" from an index on, and under "facts" all the rest.
///
///     {"facts": {…}, "tasks": {"from": 17, "rows": [{"pid": 4711, …}]}}
///
/// Where the rows go on in the next frame, "total" says how many the table will have; those behind
/// the ones said stay until then. A key that is missing has its default. Unknown keys are for
/// later writers and passed over.

namespace ioreel {

/// Given each frame as JSON; what it returns, if not OK, ends the call that it was given to.
using TakeInfoFn = absl::FunctionRef<absl::Status(std::string)>;

/// Remembers what the frames so far say, a row by its hash: 8 bytes. Not thread-safe.
class InfoWriter {
 public:
  /// Rows that the tables have gained; the first time also the facts. Gives no frame for nothing.
  absl::Status Grown(const TraceInfo& info, TakeInfoFn take);

  /// Whatever differs from what has been said; applying all frames gives `info`.
  absl::Status Final(const TraceInfo& info, TakeInfoFn take);

 private:
  std::string facts_;  ///< as JSON
  std::vector<uint64_t> devices_, tasks_, losses_;
};

/// All but the tasks as one JSON object, {"devices": […], "facts": {…}, "losses": […]}.
std::string DescribeWithoutTasks(const TraceInfo& info);

}  // namespace ioreel
