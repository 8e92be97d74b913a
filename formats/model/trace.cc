#include "formats/model/trace.h"

namespace ioreel {

void TraceChunk::Clear() {
  queued.clear();
  requests.clear();
  links.clear();
  events.clear();
}

void RowCounts::Add(const TraceChunk& chunk) {
  queued += chunk.queued.size();
  requests += chunk.requests.size();
  for (const QueuedIo& io : chunk.queued) {
    times.Cover(io.queue_ns);
    times.Cover(io.complete_ns);
  }
  for (const IssuedRequest& request : chunk.requests) {
    times.Cover(request.issue_ns);
    times.Cover(request.complete_ns);
  }
}

}  // namespace ioreel
