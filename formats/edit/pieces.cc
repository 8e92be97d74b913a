#include "formats/edit/pieces.h"

#include <algorithm>
#include <utility>

namespace ioreel {
namespace {

/// Pieces of `rows` that have bytes in [begin, end): the first and one past the last.
std::pair<uint64_t, uint64_t> Touching(const Pieces& rows, uint64_t begin, uint64_t end,
                                       uint64_t most_bytes) {
  if (rows.count == 1) return {0, 1};
  const uint64_t first = (std::max(begin, rows.offset) - rows.offset) / most_bytes;
  const uint64_t last = (std::min(end, rows.offset + rows.length) - 1 - rows.offset) / most_bytes;
  return {first, last + 1};
}

}  // namespace

uint64_t CountPieces(Op op, uint64_t length, uint64_t most_bytes) {
  return NeedsLength(op) && length > most_bytes ? (length - 1) / most_bytes + 1 : 1;
}

void JoinPieces(const Pieces& queued, const Pieces& request, uint64_t most_bytes,
                std::vector<IoLink>* links) {
  const uint64_t begin = std::max(queued.offset, request.offset);
  const uint64_t end = std::min(queued.offset + queued.length, request.offset + request.length);
  if (begin >= end) {
    links->push_back({queued.first, request.first});
    return;
  }
  const auto [first, last] = Touching(queued, begin, end, most_bytes);
  for (uint64_t i = first; i < last; ++i) {
    const uint64_t from = std::max(begin, queued.offset + i * most_bytes);
    const uint64_t to =
        i + 1 == queued.count ? end : std::min(end, queued.offset + (i + 1) * most_bytes);
    const auto [first_request, last_request] = Touching(request, from, to, most_bytes);
    for (uint64_t j = first_request; j < last_request; ++j)
      links->push_back({queued.first + i, request.first + j});
  }
}

}  // namespace ioreel
