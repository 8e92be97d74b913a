#include "formats/container/chunk_splitter.h"

#include <algorithm>

namespace ioreel {
namespace {

template <typename T>
void Take(const std::vector<T>& from, size_t* begin, size_t end, std::vector<T>* to) {
  to->assign(from.begin() + static_cast<ptrdiff_t>(*begin),
             from.begin() + static_cast<ptrdiff_t>(end));
  *begin = end;
}

}  // namespace

bool ChunkSplitter::Next(TraceChunk* piece) {
  piece->Clear();
  piece->first_queued = chunk_.first_queued + queued_;
  piece->first_request = chunk_.first_request + requests_;
  const size_t queued_end = std::min(queued_ + max_rows_, chunk_.queued.size());
  const size_t links_end = LinksEnd(queued_end);
  const size_t requests_end = RequestsEnd(queued_end, links_end);
  const size_t events_end = EventsEnd(requests_end);
  Take(chunk_.queued, &queued_, queued_end, &piece->queued);
  Take(chunk_.requests, &requests_, requests_end, &piece->requests);
  Take(chunk_.links, &links_, links_end, &piece->links);
  Take(chunk_.events, &events_, events_end, &piece->events);
  return !piece->empty() || !piece->links.empty();
}

size_t ChunkSplitter::LinksEnd(size_t queued_end) const {
  if (queued_end == chunk_.queued.size()) return chunk_.links.size();
  size_t end = links_;
  while (end < chunk_.links.size() && chunk_.links[end].queued < chunk_.first_queued + queued_end) {
    ++end;
  }
  return end;
}

/// Behind those that the links name and those issued before the next queued I/O.
size_t ChunkSplitter::RequestsEnd(size_t queued_end, size_t links_end) const {
  const std::vector<IssuedRequest>& requests = chunk_.requests;
  size_t end = requests_;
  for (size_t i = links_; i < links_end; ++i) {
    const uint64_t request = chunk_.links[i].request;
    if (request < chunk_.first_request) continue;  // of an earlier chunk
    end = std::max<size_t>(end, request - chunk_.first_request + 1);
  }
  if (queued_end == chunk_.queued.size()) {
    return std::max(end, std::min(requests_ + max_rows_, requests.size()));
  }
  while (end < requests.size() && requests[end].issue_ns < chunk_.queued[queued_end].queue_ns) {
    ++end;
  }
  return end;
}

size_t ChunkSplitter::EventsEnd(size_t requests_end) const {
  if (requests_end == chunk_.requests.size()) return chunk_.events.size();
  size_t end = events_;
  while (end < chunk_.events.size() &&
         chunk_.events[end].request < chunk_.first_request + requests_end) {
    ++end;
  }
  return end;
}

}  // namespace ioreel
