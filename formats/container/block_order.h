#pragma once

#include <cstdint>
#include <optional>

#include "absl/status/status.h"
#include "formats/container/column_codec.h"

namespace ioreel {

/// Holds the blocks of a container, one after the other, against what TraceChunk promises of the
/// order of rows: a block may be whole and still not belong where it stands.
class BlockOrder {
 public:
  enum class Gaps { kRefuse, kAllow };  ///< of row numbers between blocks: of rows that are lost
  explicit BlockOrder(Gaps gaps) : gaps_(gaps) {}

  /// Errors: DataLoss, which says what is out of order; then the block counts as not there.
  absl::Status Take(const BlockRows& block);

  /// The next block may be any.
  void Restart() { state_ = State(); }

 private:
  struct State {
    absl::Status TakeNumbers(const TraceChunk& rows, Gaps gaps);
    absl::Status TakeTimes(const BlockRows& block);
    absl::Status TakePiece(const TraceChunk& rows, const PieceSize& from, const PieceSize& size);

    std::optional<uint64_t> next_queued, next_request;
    int64_t queued_ns = kNoTime;  ///< of the latest queued I/O
    int64_t floor_ns = kNoTime;   ///< no later chunk holds a request issued before it
  };

  Gaps gaps_;
  State state_;
};

}  // namespace ioreel
