#pragma once

#include <cstdint>
#include <memory>
#include <queue>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "formats/blktrace/cursor.h"

namespace ioreel {

/// Merges the events of several inputs into one stream in order of time; of events with one time
/// those of the input named first come first.
class BlktraceMerger {
 public:
  explicit BlktraceMerger(std::vector<std::unique_ptr<BlktraceCursor>> cursors);

  /// The next event, valid until the next call; nullptr at the end, or when reading failed: see
  /// status().
  RawEvent* Next();
  const absl::Status& status() const { return status_; }

 private:
  using Turn = std::pair<int64_t, size_t>;  ///< time, cursor

  /// Advances a cursor and queues it, unless it is at its end.
  void Advance(size_t cursor);
  int64_t TimeOf(size_t cursor) const { return cursors_[cursor]->current().event.time_ns; }

  std::vector<std::unique_ptr<BlktraceCursor>> cursors_;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_;
  bool started_ = false;
  size_t active_ = 0;  ///< the one whose event was given out last; not in turns_
  absl::Status status_;
};

}  // namespace ioreel
