#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "formats/container/layout.h"

namespace ioreel {

/// A part of a damaged container that could not be kept.
struct LostPart {
  uint64_t offset = 0, bytes = 0;  ///< where it stands
  std::string why;                 ///< "block 3 (rows) at byte 4711: bad checksum"
  BlockSummary rows;               ///< what it held, where that is known
};

struct SalvageReport {
  bool finished = false;                           ///< the writer had reached its end
  uint64_t blocks = 0, queued = 0, requests = 0;   ///< kept
  uint64_t dropped_links = 0, dropped_events = 0;  ///< of kept blocks: they named lost rows
  std::vector<LostPart> lost;

  bool whole() const { return finished && lost.empty(); }
};

/// Writes all whole blocks of the container `in` to the new container `out`, but those that are out
/// of order behind the ones before them. Rows are numbered anew. Unless nothing is missing,
/// TraceInfo of the result is tainted, has a note "salvage", and a loss window for each lost block
/// whose times are known. `in` may be compressed, even cut, and may be the unfinished part of
/// `out`, which stays. After an error nothing is left of what was written. Errors: InvalidArgument
/// (no container), Unimplemented (another version), FailedPrecondition (nothing whole in it, or
/// `out` is `in`), and those of writing.
absl::StatusOr<SalvageReport> SalvageContainer(const std::string& in, const std::string& out);

}  // namespace ioreel
