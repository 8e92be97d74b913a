#pragma once

#include <cstddef>

#include "formats/model/trace.h"

namespace ioreel {

/// Cuts a large chunk into consecutive ones that keep the promises of TraceChunk: a piece has
/// each request that its links name, so a request may stand in an earlier piece than its first
/// queued I/O, never in a later one. The chunk must outlive the splitter.
class ChunkSplitter {
 public:
  /// Pieces have at most `max_rows` queued I/Os, and no more requests unless their links ask it.
  ChunkSplitter(const TraceChunk& chunk, size_t max_rows) : chunk_(chunk), max_rows_(max_rows) {}

  /// False when nothing is left.
  bool Next(TraceChunk* piece);

 private:
  size_t LinksEnd(size_t queued_end) const;
  size_t RequestsEnd(size_t queued_end, size_t links_end) const;
  size_t EventsEnd(size_t requests_end) const;

  const TraceChunk& chunk_;
  const size_t max_rows_;
  size_t queued_ = 0, requests_ = 0, links_ = 0, events_ = 0;  ///< rows given out
};

}  // namespace ioreel
