#pragma once

#include <cstdint>
#include <vector>

#include "formats/model/io.h"

namespace ioreel {

/// How many pieces of at most `most_bytes` an I/O becomes; one that is named by its start alone, or
/// asks for nothing, stays whole.
uint64_t CountPieces(Op op, uint64_t length, uint64_t most_bytes);

/// The pieces of a row: ordinals, one after another.
struct Pieces {
  uint64_t first = 0, count = 0;
  uint64_t offset = 0, length = 0;  ///< of the whole
};

/// Appends to `links` which pieces of a queued I/O and of a request that it joined belong together:
/// those that overlap. Where the wholes do not (merged discards and flushes say nothing of where),
/// the first of each.
void JoinPieces(const Pieces& queued, const Pieces& request, uint64_t most_bytes,
                std::vector<IoLink>* links);

}  // namespace ioreel
