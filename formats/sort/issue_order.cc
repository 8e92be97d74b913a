#include "formats/sort/issue_order.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_format.h"
#include "base/check.h"
#include "base/status_macros.h"

namespace ioreel {
absl::Status IssueOrder::Add(const TraceChunk& chunk) {
  IOREEL_RETURN_IF_ERROR(AddRequests(chunk));
  IOREEL_RETURN_IF_ERROR(Join(chunk));
  for (const QueuedIo& io : chunk.queued) causes_.Add(io);
  if (!chunk.queued.empty()) {
    floor_ns_ = std::max(floor_ns_, chunk.queued.back().queue_ns);
  } else {
    for (const IssuedRequest& request : chunk.requests)
      floor_ns_ = std::max(floor_ns_, request.issue_ns);
  }
  GiveBefore(floor_ns_);
  causes_.Forget(turns_.empty() ? floor_ns_ : turns_.top().first);
  return absl::OkStatus();
}

void IssueOrder::Finish() { GiveBefore(std::numeric_limits<int64_t>::max()); }

absl::Status IssueOrder::AddRequests(const TraceChunk& chunk) {
  if (pending_.empty()) first_pending_ = chunk.first_request;
  CHECK(chunk.first_request == first_pending_ + pending_.size());
  for (size_t i = 0; i < chunk.requests.size(); ++i) {
    const uint64_t ordinal = chunk.first_request + i;
    const IssuedRequest& request = chunk.requests[i];
    const bool timed = request.issue_ns != kNoTime;
    if (timed && request.issue_ns < floor_ns_)
      return absl::DataLossError(absl::StrFormat(
          "request %d, issued at %d ns, stands behind I/Os queued at %d ns: the trace is out of "
          "order",
          ordinal, request.issue_ns, floor_ns_));
    pending_.push_back({IssueLevelIo(request, ordinal), false, !timed});
    if (timed)
      turns_.push({request.issue_ns, ordinal});
    else
      ++untimed_;
  }
  return absl::OkStatus();
}

absl::Status IssueOrder::Join(const TraceChunk& chunk) {
  for (const IoLink& link : chunk.links) {
    const uint64_t row = link.queued - chunk.first_queued;
    if (row >= chunk.queued.size() || link.request >= first_pending_ + pending_.size())
      return absl::DataLossError(
          absl::StrFormat("queued I/O %d and request %d are joined, but not "
                          "both are there",
                          link.queued, link.request));
    if (link.request < first_pending_) continue;
    const QueuedIo& queued = chunk.queued[row];
    Pending& request = pending_[link.request - first_pending_];
    if (!request.joined && queued.task != kNoTask) request.io.task = queued.task;
    request.joined = true;
    request.io.think_ns = std::max(request.io.think_ns, queued.queue_ns);
  }
  return absl::OkStatus();
}

void IssueOrder::GiveBefore(int64_t time_ns) {
  while (!turns_.empty() && turns_.top().first < time_ns) {
    Pending& next = pending_[turns_.top().second - first_pending_];
    turns_.pop();
    if (!next.joined && next.io.op == Op::kFlush) AttributeFlush(&next.io);
    next.given = true;
    ready_.push_back(next.io);
  }
  while (!pending_.empty() && pending_.front().given) {
    pending_.pop_front();
    ++first_pending_;
  }
}

/// A flush of the kernel's own belongs to the oldest I/O that was waiting for one.
void IssueOrder::AttributeFlush(Io* io) {
  const FlushCauses::Cause* const cause = causes_.Find(io->device, io->start_ns);
  if (cause == nullptr) return;
  if (cause->task != kNoTask) io->task = cause->task;
  io->think_ns = cause->queue_ns;
}

}  // namespace ioreel
