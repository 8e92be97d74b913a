#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/format.h"
#include "formats/import_log.h"
#include "formats/model/io.h"
#include "formats/sort/io_sorter.h"
#include "formats/sort/reorder_window.h"
#include "formats/sort/time_check.h"

namespace ioreel {

/// Brings the rows of an importer into order of queue_ns as TimeOrder says. Without sorting, rows
/// pass straight through. Sorting takes place in passing, in bounded memory, where a look ahead
/// tells that no row is further than kReach rows from its place; else by way of a temporary file.
/// Not thread-safe.
class TimeOrderer {
 public:
  static constexpr size_t kReach = 1 << 18;

  /// Asked once, by a sort of more rows than a window holds: is every row of the whole source
  /// within `reach` rows of its place?
  using LookAhead = std::function<absl::StatusOr<bool>(size_t reach)>;

  /// As TimeCheck. Without a look ahead, rows may be anywhere.
  TimeOrderer(TimeOrder asked, TimeOrder by_default, ImportLog* log, LookAhead look_ahead = nullptr)
      : check_(asked, by_default, log), look_ahead_(std::move(look_ahead)) {}

  /// Errors: as TimeCheck::Check; those of the look ahead and of the sorter's temporary file.
  absl::Status Add(QueuedIo io, absl::FunctionRef<std::string()> place);
  absl::Status Finish();

  /// Rows that have their place, so far.
  uint64_t ready() const { return ready_.size() - given_ + sorted_; }
  /// Appends up to `max` of them to `out`; false when there were none.
  absl::StatusOr<bool> Take(size_t max, std::vector<QueuedIo>* out);

 private:
  absl::Status Sort(const QueuedIo& io);
  /// Makes room in the full window.
  absl::Status Relieve();
  absl::Status MoveToSorter();

  TimeCheck check_;
  LookAhead look_ahead_;
  std::vector<QueuedIo> ready_;
  size_t given_ = 0;  ///< of ready_
  ReorderWindow window_{kReach};
  int64_t released_ns_ = kNoTime;      ///< the latest time that has left the window
  std::optional<bool> within_reach_;   ///< what the look ahead told
  IoSorter sorter_;                    ///< in use when not within reach
  uint64_t sorting_ = 0, sorted_ = 0;  ///< rows in sorter_, before and after Finish
};

}  // namespace ioreel
