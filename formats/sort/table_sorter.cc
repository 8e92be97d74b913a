#include "formats/sort/table_sorter.h"

#include <algorithm>

#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr size_t kChunkRows = 1 << 14;
constexpr size_t kAtOnce = 4096;

}  // namespace

template <typename Row, int64_t Row::*kTime>
absl::StatusOr<const Row*> TableSorter::Sorted<Row, kTime>::Front() {
  if (at_ == rows_.size()) {
    at_ = 0;
    rows_.clear();
    IOREEL_ASSIGN_OR_RETURN(const bool more, sorter_.Take(kAtOnce, &rows_));
    if (!more) return nullptr;
  }
  return &rows_[at_];
}

absl::Status TableSorter::AddRequest(const IssuedRequest& request) {
  IOREEL_RETURN_IF_ERROR(turns_.Add({request.issue_ns, requests_added_}));
  return requests_.Set(requests_added_++, request);
}

absl::Status TableSorter::AddQueued(const QueuedIo& io, absl::Span<const uint64_t> requests) {
  if (requests.size() == 1) return queued_.Add({io.queue_ns, 1, requests[0], io});
  IOREEL_RETURN_IF_ERROR(queued_.Add({io.queue_ns, requests.size(), links_added_, io}));
  for (const uint64_t request : requests)
    IOREEL_RETURN_IF_ERROR(links_.Set(links_added_++, request));
  return absl::OkStatus();
}

absl::Status TableSorter::Finish() {
  IOREEL_RETURN_IF_ERROR(queued_.Finish());
  return turns_.Finish();
}

/// Before a queued I/O stand the requests that were issued before it was queued, with it those that
/// it joined.
absl::StatusOr<bool> TableSorter::Take(TraceChunk* chunk) {
  chunk->Clear();
  chunk->first_queued = queued_out_;
  chunk->first_request = requests_out_;
  while (chunk->queued.size() + chunk->requests.size() < kChunkRows) {
    IOREEL_ASSIGN_OR_RETURN(const Queued* const queued, queued_.Front());
    IOREEL_ASSIGN_OR_RETURN(const Turn* const turn, turns_.Front());
    if (turn != nullptr && (queued == nullptr || turn->issue_ns < queued->queue_ns)) {
      IOREEL_RETURN_IF_ERROR(GiveRequest(turn->request, chunk).status());
      turns_.Pop();
    } else if (queued != nullptr) {
      IOREEL_RETURN_IF_ERROR(GiveQueued(*queued, chunk));
      queued_.Pop();
    } else {
      break;
    }
  }
  return !chunk->empty();
}

absl::Status TableSorter::GiveQueued(const Queued& queued, TraceChunk* chunk) {
  const auto first = static_cast<ptrdiff_t>(chunk->links.size());
  for (uint64_t i = 0; i < queued.links; ++i) {
    uint64_t request = queued.first_link;
    if (queued.links > 1) {
      IOREEL_ASSIGN_OR_RETURN(request, links_.Get(queued.first_link + i));
    }
    IOREEL_ASSIGN_OR_RETURN(const uint64_t ordinal, GiveRequest(request, chunk));
    chunk->links.push_back({queued_out_, ordinal});
  }
  std::sort(chunk->links.begin() + first, chunk->links.end(),
            [](const IoLink& a, const IoLink& b) { return a.request < b.request; });
  chunk->queued.push_back(queued.io);
  ++queued_out_;
  return absl::OkStatus();
}

absl::StatusOr<uint64_t> TableSorter::GiveRequest(uint64_t request, TraceChunk* chunk) {
  IOREEL_ASSIGN_OR_RETURN(const uint64_t out, out_.Get(request));
  if (out > 0) return out - 1;
  IOREEL_ASSIGN_OR_RETURN(const IssuedRequest row, requests_.Get(request));
  chunk->requests.push_back(row);
  IOREEL_RETURN_IF_ERROR(out_.Set(request, requests_out_ + 1));
  return requests_out_++;
}

}  // namespace ioreel
