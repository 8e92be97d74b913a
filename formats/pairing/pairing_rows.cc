#include "formats/pairing/pairing_rows.h"

#include <algorithm>
#include <tuple>

#include "base/check.h"

namespace ioreel {
namespace {

template <typename T>
void PushGrowing(boost::circular_buffer<T>* buffer, const T& value) {
  if (buffer->full()) buffer->set_capacity(std::max<size_t>(1024, 2 * buffer->capacity()));
  buffer->push_back(value);
}

template <typename T>
uint32_t Reuse(std::vector<T>* pool, std::vector<uint32_t>* free) {
  if (free->empty()) {
    pool->emplace_back();
    return static_cast<uint32_t>(pool->size() - 1);
  }
  const uint32_t index = free->back();
  free->pop_back();
  return index;
}

int64_t Shifted(int64_t time_ns, int64_t origin_ns) {
  return time_ns == kNoTime ? kNoTime : time_ns - origin_ns;
}

template <typename T, typename Less>
void SortIfNeeded(std::vector<T>* values, Less less) {
  if (!std::is_sorted(values->begin(), values->end(), less)) {
    std::stable_sort(values->begin(), values->end(), less);
  }
}

}  // namespace

uint64_t PairingRows::AddQueued() {
  PushGrowing(&queued_, PendingQueued());
  return end_queued() - 1;
}

RequestSlot PairingRows::AddRequest(const IssuedRequest& row) {
  const RequestSlot slot = Reuse(&requests_, &free_requests_);
  PendingRequest& request = requests_[slot];
  request.row = row;
  request.current = row.offset;
  request.events.clear();
  request.serial = next_serial_++;
  request.line_serial = 0;
  request.first_part = kNoSlot;
  request.parts = 0;
  request.used = true;
  request.done = request.out = false;
  return slot;
}

void PairingRows::Line(RequestSlot slot) {
  PendingRequest& request = requests_[slot];
  if (request.line_serial == 0) ++lined_;
  request.line_serial = next_serial_++;
  PushGrowing(&line_, LinePlace{slot, request.line_serial});
}

void PairingRows::Link(uint64_t queued_ordinal, RequestSlot slot, uint64_t offset,
                       uint64_t length) {
  PendingRequest& joined = requests_[slot];
  if (joined.line_serial != 0) {  // it has a queued I/O now, which takes it along
    joined.line_serial = 0;
    --lined_;
  }
  const uint32_t index = Reuse(&parts_, &free_parts_);
  parts_[index] = {queued_ordinal,   offset, length, slot, queued(queued_ordinal).first_part,
                   joined.first_part};
  queued(queued_ordinal).first_part = index;
  joined.first_part = index;
  ++joined.parts;
}

void PairingRows::Unlink(uint32_t part) {
  --requests_[parts_[part].request].parts;
  DropFromRequest(part);
  DropFromQueued(part);
  free_parts_.push_back(part);
}

void PairingRows::Absorb(RequestSlot into, RequestSlot from) {
  PendingRequest& gone = requests_[from];
  PendingRequest& kept = requests_[into];
  while (gone.first_part != kNoSlot) {
    const RequestPart part = parts_[gone.first_part];
    Unlink(gone.first_part);
    Link(part.queued, into, part.offset, part.length);
  }
  kept.events.insert(kept.events.end(), gone.events.begin(), gone.events.end());
  if (gone.line_serial != 0) --lined_;
  gone.line_serial = 0;
  gone.out = true;
  ReleaseIfUnused(from);
}

void PairingRows::DropFromRequest(uint32_t part) {
  uint32_t* link = &requests_[parts_[part].request].first_part;
  while (*link != part) link = &parts_[*link].next_of_request;
  *link = parts_[part].next_of_request;
}

void PairingRows::DropFromQueued(uint32_t part) {
  uint32_t* link = &queued(parts_[part].queued).first_part;
  while (*link != part) link = &parts_[*link].next_of_queued;
  *link = parts_[part].next_of_queued;
}

void PairingRows::SkipLeftPlaces() {
  while (!line_.empty() && requests_[line_.front().slot].line_serial != line_.front().serial) {
    line_.pop_front();
  }
}

bool PairingRows::HeadIsQueued() {
  SkipLeftPlaces();
  CHECK(!queued_.empty() || !line_.empty());
  if (line_.empty()) return true;
  if (queued_.empty()) return false;
  return queued_.front().io.queue_ns <= requests_[line_.front().slot].row.issue_ns;
}

bool PairingRows::HeadIsReady() {
  if (!HeadIsQueued()) return requests_[line_.front().slot].done;
  const PendingQueued& head = queued_.front();
  if (head.state != PendingQueued::State::kDone) return false;
  for (uint32_t part = head.first_part; part != kNoSlot; part = parts_[part].next_of_queued) {
    if (!requests_[parts_[part].request].done) return false;
  }
  return true;
}

void PairingRows::EmitHead(int64_t origin_ns, TraceChunk* chunk) {
  if (HeadIsQueued()) {
    EmitQueued(origin_ns, chunk);
    return;
  }
  const RequestSlot slot = line_.front().slot;
  line_.pop_front();
  --lined_;
  requests_[slot].line_serial = 0;
  EmitRequest(slot);
}

void PairingRows::EmitQueued(int64_t origin_ns, TraceChunk* chunk) {
  if (chunk->queued.empty()) chunk->first_queued = first_queued_;
  QueuedIo& io = chunk->queued.emplace_back(queued_.front().io);
  for (uint32_t index = queued_.front().first_part; index != kNoSlot;) {
    const RequestPart part = parts_[index];
    PendingRequest& joined = requests_[part.request];
    if (io.issue_ns == kNoTime || joined.row.issue_ns < io.issue_ns) {
      io.issue_ns = joined.row.issue_ns;
    }
    if (!joined.out) EmitRequest(part.request);
    emitted_links_.push_back({first_queued_, part.request});
    --joined.parts;
    free_parts_.push_back(index);
    index = part.next_of_queued;
  }
  io.queue_ns = Shifted(io.queue_ns, origin_ns);
  io.issue_ns = Shifted(io.issue_ns, origin_ns);
  io.complete_ns = Shifted(io.complete_ns, origin_ns);
  queued_.pop_front();
  ++first_queued_;
}

void PairingRows::EmitRequest(RequestSlot slot) {
  requests_[slot].out = true;
  emitted_.push_back(slot);
}

void PairingRows::FinishChunk(int64_t origin_ns, TraceChunk* chunk) {
  if (chunk->queued.empty()) chunk->first_queued = first_queued_;
  chunk->first_request = next_request_;
  SortIfNeeded(&emitted_, [this](RequestSlot a, RequestSlot b) {
    return std::tie(requests_[a].row.issue_ns, requests_[a].serial) <
           std::tie(requests_[b].row.issue_ns, requests_[b].serial);
  });
  for (const RequestSlot slot : emitted_) AppendRequest(slot, origin_ns, chunk);
  for (const EmittedLink& link : emitted_links_) {
    chunk->links.push_back({link.queued, requests_[link.request].ordinal});
  }
  const auto link_less = [](const IoLink& a, const IoLink& b) {
    return std::tie(a.queued, a.request) < std::tie(b.queued, b.request);
  };
  SortIfNeeded(&chunk->links, link_less);
  chunk->links.erase(std::unique(chunk->links.begin(), chunk->links.end()), chunk->links.end());
  SortIfNeeded(&chunk->events, [](const RequestEvent& a, const RequestEvent& b) {
    return std::tie(a.time_ns, a.request) < std::tie(b.time_ns, b.request);
  });
  for (const RequestSlot slot : emitted_) ReleaseIfUnused(slot);
  for (const EmittedLink& link : emitted_links_) ReleaseIfUnused(link.request);
  emitted_.clear();
  emitted_links_.clear();
}

void PairingRows::AppendRequest(RequestSlot slot, int64_t origin_ns, TraceChunk* chunk) {
  PendingRequest& request = requests_[slot];
  request.ordinal = next_request_++;
  IssuedRequest row = request.row;
  row.issue_ns = Shifted(row.issue_ns, origin_ns);
  row.complete_ns = Shifted(row.complete_ns, origin_ns);
  chunk->requests.push_back(row);
  for (RequestEvent event : request.events) {
    event.request = request.ordinal;
    event.time_ns = Shifted(event.time_ns, origin_ns);
    event.issue_ns = Shifted(event.issue_ns, origin_ns);
    chunk->events.push_back(event);
  }
}

void PairingRows::ReleaseIfUnused(RequestSlot slot) {
  PendingRequest& request = requests_[slot];
  if (!request.used || !request.out || request.parts != 0) return;
  request.used = false;
  free_requests_.push_back(slot);
}

}  // namespace ioreel
