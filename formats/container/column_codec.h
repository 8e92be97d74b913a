#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "formats/container/layout.h"
#include "formats/model/trace.h"

/// The rows of a block as columns: each value is foretold from what stands before it in the
/// block, and what remains is coded (streams.h). docs/trace_format.md has the rules one by one.
/// A block needs nothing outside itself.

namespace ioreel {

/// How many rows of a block one chunk had.
struct PieceSize {
  uint32_t queued = 0, requests = 0, links = 0, events = 0;
};

/// Consecutive chunks, one behind the other in `rows`, and how many rows each had.
struct BlockRows {
  TraceChunk rows;
  std::vector<PieceSize> pieces;

  void Append(const TraceChunk& chunk);
  void Clear();

  /// Gives the chunks back one by one; false when all are taken. It may take their memory.
  bool TakePiece(TraceChunk* chunk);

 private:
  size_t next_piece_ = 0;
  PieceSize taken_;
};

/// One more than the largest index that rows name; what TraceInfo must hold.
struct Needed {
  uint32_t tasks = 0, devices = 0;
};

BlockSummary Summarize(const TraceChunk& rows);

/// The streams of a block, in the order in which they are stored.
/// `block` is left as it is; REQUIRES: it is within kMaxRows.
std::vector<std::string> EncodeRows(BlockRows* block, Needed* needed);

/// REQUIRES: kRawPadding readable bytes stand behind `raw`.
/// Errors: DataLoss when `raw` is not what EncodeRows makes of rows like `summary`.
inline constexpr size_t kRawPadding = 16;
absl::Status DecodeRows(absl::string_view raw, const BlockSummary& summary, BlockRows* block,
                        Needed* needed);

}  // namespace ioreel
