#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/format.h"
#include "formats/import_log.h"
#include "formats/io_sorter.h"
#include "formats/model/io.h"

namespace ioreel {

/// Brings the rows of an importer into order of queue_ns as TimeOrder says, and counts those whose
/// time went backwards, with the first place. Without sorting, rows pass straight through. Not
/// thread-safe; the log must outlive it.
class TimeOrderer {
 public:
  /// `by_default`: what the format's own rules make of TimeOrder::kDefault.
  TimeOrderer(TimeOrder asked, TimeOrder by_default, ImportLog* log);

  /// `place` names the row's line or byte; it is called only for one out of order.
  /// Errors: InvalidArgument at kReject.
  absl::Status Add(QueuedIo io, absl::FunctionRef<std::string()> place);
  absl::Status Finish();

  /// Rows that have their place, so far.
  uint64_t ready() const;
  /// Appends up to `max` of them to `out`; false when there were none.
  absl::StatusOr<bool> Take(size_t max, std::vector<QueuedIo>* out);

 private:
  TimeOrder order_;
  ImportLog* log_;
  int64_t latest_ns_ = kNoTime;
  std::vector<QueuedIo> ready_;  ///< unless sorting
  size_t given_ = 0;             ///< of ready_
  IoSorter sorter_;
  uint64_t sorting_ = 0, sorted_ = 0;  ///< rows in sorter_, before and after Finish
};

}  // namespace ioreel
