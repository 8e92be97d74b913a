#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/level_reader.h"
#include "formats/model/trace.h"
#include "formats/sort/issue_order.h"

namespace ioreel {

/// Turns the chunks of a trace into the I/Os of one level, in that level's time order, in bounded
/// memory. Not thread-safe.
class LevelRows {
 public:
  explicit LevelRows(Level level) : level_(level) {}

  /// Replaces `ios` by those that have their place now that `chunk` is known.
  /// Errors: DataLoss, the chunk breaks what TraceChunk promises.
  absl::Status Take(const TraceChunk& chunk, std::vector<Io>* ios);
  /// Nothing follows: replaces `ios` by the rest.
  void TakeRest(std::vector<Io>* ios);

  /// As LevelReader::untimed().
  uint64_t untimed() const { return untimed_ + order_.untimed(); }

 private:
  absl::StatusOr<Io> FromQueued(const QueuedIo& queued, uint64_t ordinal);

  Level level_;
  IssueOrder order_;
  int64_t last_ns_ = kNoTime;
  uint64_t untimed_ = 0;
};

}  // namespace ioreel
