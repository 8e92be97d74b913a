#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/model/io.h"

namespace ioreel {

/// Sorts any number of queued I/Os by queue_ns, those of one time in the order of their coming,
/// in bounded memory: sorted runs go to an unnamed temporary file ($TMPDIR) and are merged.
/// One that fits in a single run stays in memory. Not thread-safe.
class IoSorter {
 public:
  explicit IoSorter(size_t run_rows = 1 << 20);
  ~IoSorter();

  /// Errors: those of writing the temporary file.
  absl::Status Add(const QueuedIo& io);
  /// Ends the adding.
  absl::Status Finish();
  /// Appends up to `max` I/Os to `out`; false when all have been given. REQUIRES: finished.
  absl::StatusOr<bool> Take(size_t max, std::vector<QueuedIo>* out);

 private:
  class Runs;
  void SortRun();

  size_t run_rows_;
  std::vector<QueuedIo> run_;  ///< not spilled yet
  size_t given_ = 0;           ///< of run_, when nothing was spilled
  std::unique_ptr<Runs> runs_;
};

}  // namespace ioreel
