#include "formats/pairing/device_pairer.h"

#include <algorithm>

namespace ioreel {
namespace {

/// The empty flush bio that StageEvent marks so is told from the driver's by its table.
IoFlags RowFlags(const StageEvent& event) {
  return event.op == Op::kFlush ? event.flags & ~kPreflush : event.flags;
}

/// Bytes of the device that it is about; the length of a driver command says nothing of that.
uint64_t SpanOf(const StageEvent& event) { return HasRange(event.op) ? event.length : 0; }

/// What a QueuedIo and an IssuedRequest both have of an event.
template <typename Row>
void SetRow(const StageEvent& event, Row* row) {
  row->offset = event.offset;
  row->length = event.length;
  row->task = event.task;
  row->device = event.device;
  row->cpu = event.cpu;
  row->op = event.op;
  row->priority = event.priority;
  row->flags = RowFlags(event);
}

IssuedRequest RequestRow(const StageEvent& event) {
  IssuedRequest row;
  row.issue_ns = event.time_ns;
  SetRow(event, &row);
  return row;
}

/// The place of an event without a range says nothing.
StageEvent WithoutPlace(StageEvent event) {
  event.offset = 0;
  if (event.op == Op::kFlush) event.length = 0;
  return event;
}

}  // namespace

DevicePairer::LaneKind DevicePairer::KindOf(Op op) {
  switch (op) {
    case Op::kRead:
      return kReadLane;
    case Op::kDiscard:
    case Op::kSecureErase:
      return kDiscardLane;
    case Op::kFlush:
      return kFlushLane;
    case Op::kPassthrough:
      return kPassthroughLane;
    default:  // the block tracer of old kernels calls all of these a write
      return kWriteLane;
  }
}

bool DevicePairer::Add(const StageEvent& event) {
  return HasRange(event.op) ? Dispatch(event) : Dispatch(WithoutPlace(event));
}

bool DevicePairer::Dispatch(const StageEvent& event) {
  switch (event.stage) {
    case Stage::kQueued:
      OnQueued(event);
      return true;
    case Stage::kIssued:
      OnIssued(event);
      return true;
    case Stage::kCompleted:
      return OnCompleted(event);
    case Stage::kRequeued:
      OnRequeued(event);
      return true;
    case Stage::kSplit:
      OnSplit(event);
      return true;
    default:
      return true;
  }
}

void DevicePairer::OnQueued(const StageEvent& event) {
  saw_queued_ = true;
  const uint64_t ordinal = rows_->AddQueued();
  PendingQueued& queued = rows_->queued(ordinal);
  queued.io.queue_ns = event.time_ns;
  SetRow(event, &queued.io);
  queued.bytes_left = event.length;
  Wait(LaneOf(event.op), ordinal, event.offset, event.offset + SpanOf(event));
}

void DevicePairer::OnIssued(const StageEvent& event) {
  saw_issued_ = true;
  Lane& lane = LaneOf(event.op);
  RequestSlot slot = TakeRequeued(lane, event);
  if (slot == kNoSlot) {
    slot = rows_->AddRequest(RequestRow(event));
    if (event.op == Op::kPassthrough) CoverCommand(lane, slot, event.time_ns);
  } else {
    Reissue(lane, slot, event);
  }
  if (HasRange(event.op)) Cover(lane, slot, event);
  if (rows_->request(slot).parts == 0) rows_->Line(slot);
  saw_append_ |= rows_->request(slot).row.op == Op::kZoneAppend;
  lane.in_flight.Insert({event.offset, SpanOf(event), next_order_++, slot, event.time_ns});
}

/// The bytes of a queued I/O that no request has taken yet.
void DevicePairer::Wait(Lane& lane, uint64_t ordinal, uint64_t first, uint64_t end) {
  lane.queued.Insert({first, end - first, ordinal, ordinal, rows_->queued(ordinal).io.queue_ns});
}

/// Joins to the request the queued bytes that lie in it. Discards that were merged need not lie
/// in it: the kernel gives the first one's place and the sum of their lengths.
void DevicePairer::Cover(Lane& lane, RequestSlot slot, const StageEvent& event) {
  const uint64_t end = event.offset + event.length;
  uint64_t uncovered = event.length;
  lane.queued.TakeWithin(event.offset, event.length, event.time_ns,
                         [&](const ByteRange& range, uint64_t position) {
                           const uint64_t last = std::min(range.end(), end);
                           if (range.offset < position)
                             Wait(lane, range.id, range.offset, position);
                           if (last < range.end()) Wait(lane, range.id, last, range.end());
                           Join(range.id, slot, position, last - position);
                           uncovered -= last - position;
                         });
  if (event.op != Op::kDiscard || uncovered == 0 || uncovered == event.length) return;
  for (const ByteRange& range : lane.queued.TakeOldest(uncovered)) {
    Join(range.id, slot, range.offset, range.length);
  }
}

/// No kernel queues a command, but a trace made elsewhere may show it: it has no place to find it
/// by.
void DevicePairer::CoverCommand(Lane& lane, RequestSlot slot, int64_t now_ns) {
  const auto command = lane.queued.Take(0, 0, now_ns);
  if (command) Join(command->id, slot, 0, rows_->queued(command->id).io.length);
}

void DevicePairer::Join(uint64_t ordinal, RequestSlot slot, uint64_t offset, uint64_t length) {
  rows_->Link(ordinal, slot, offset, length);
  rows_->request(slot).row.op = rows_->queued(ordinal).io.op;  // the caller may know it better
}

/// Elsewhere a split needs no care: each part completes. But dm gives the front of a bio away and
/// keeps the rest, which alone completes, when all is done; its split then names the rest twice.
void DevicePairer::OnSplit(const StageEvent& event) {
  if (saw_issued_ || event.extra != event.offset) return;
  Lane& lane = LaneOf(event.op);
  const uint64_t end = event.offset + event.length;
  const auto range = lane.queued.TakeEndingAt(end);
  if (!range) return;
  const uint64_t rest = std::max(range->offset, event.offset);
  rows_->queued(range->id).bytes_left -= rest - range->offset;
  Wait(lane, range->id, rest, end);
}

void DevicePairer::OnRequeued(const StageEvent& event) {
  Lane& lane = LaneOf(event.op);
  const auto range = lane.in_flight.TakeYoungest(event.offset, SpanOf(event));
  if (!range) return;
  PendingRequest& request = rows_->request(static_cast<RequestSlot>(range->id));
  RequestEvent requeue;
  requeue.kind = RequestEvent::Kind::kRequeue;
  requeue.time_ns = event.time_ns;
  requeue.issue_ns = request.row.issue_ns;
  requeue.bytes = range->length;
  requeue.error = event.error;
  request.events.push_back(requeue);
  lane.requeued.Insert(*range);
}

/// The request that is being issued again, if any; it swallows others that were merged into it
/// while they were back in the queue.
RequestSlot DevicePairer::TakeRequeued(Lane& lane, const StageEvent& event) {
  RequestSlot kept = kNoSlot;
  if (lane.requeued.empty()) return kept;
  lane.requeued.TakeWithin(event.offset, SpanOf(event), event.time_ns,
                           [&](const ByteRange& range, uint64_t) {
                             const auto slot = static_cast<RequestSlot>(range.id);
                             if (kept == kNoSlot) {
                               kept = slot;
                             } else {
                               rows_->Absorb(kept, slot);
                             }
                           });
  return kept;
}

void DevicePairer::Reissue(Lane& lane, RequestSlot slot, const StageEvent& event) {
  PendingRequest& request = rows_->request(slot);
  IssuedRequest row = RequestRow(event);
  const bool goes_on = request.current > request.row.offset && request.current == event.offset;
  if (goes_on) {
    row.offset = request.row.offset;
    row.length = event.offset + event.length - row.offset;
  }
  const bool same_place = row.offset == request.row.offset && row.length == request.row.length;
  row.error = request.row.error;
  request.row = row;
  request.current = event.offset;
  if (!same_place) KeepPartsWithin(lane, slot, row.offset, row.offset + row.length);
}

/// Puts the queued bytes of a request that lie outside [first, end) back among those that wait.
void DevicePairer::KeepPartsWithin(Lane& lane, RequestSlot slot, uint64_t first, uint64_t end) {
  for (uint32_t index = rows_->request(slot).first_part; index != kNoSlot;) {
    const RequestPart part = rows_->part(index);
    const uint64_t part_end = part.offset + part.length;
    if (part.offset < first || part_end > end) {
      rows_->Unlink(index);
      const uint64_t from = std::max(part.offset, first), to = std::min(part_end, end);
      if (part.offset < first) Wait(lane, part.queued, part.offset, std::min(part_end, first));
      if (part_end > end) Wait(lane, part.queued, std::max(part.offset, end), part_end);
      if (from < to) rows_->Link(part.queued, slot, from, to - from);
    }
    index = part.next_of_request;
  }
}

void DevicePairer::CloseQueued(uint64_t ordinal) {
  PendingQueued& queued = rows_->queued(ordinal);
  const QueuedIo& io = queued.io;
  LaneOf(io.op).queued.EraseId(io.offset, io.offset + io.length, ordinal);
  if (queued.state == PendingQueued::State::kAwaitsEnd) {
    awaiting_end_.EraseId(io.offset, io.offset, ordinal);
    if (saw_end_) queued.io.complete_ns = kNoTime;  // this one's is lost
  }
  queued.state = PendingQueued::State::kDone;
  for (uint32_t index = queued.first_part; index != kNoSlot;
       index = rows_->part(index).next_of_queued) {
    CloseRequest(rows_->part(index).request);
  }
}

void DevicePairer::CloseRequest(RequestSlot slot) {
  PendingRequest& request = rows_->request(slot);
  if (request.done) return;
  Lane& lane = LaneOf(request.row.op);
  lane.in_flight.EraseId(request.current, request.current, slot);
  lane.requeued.EraseId(request.current, request.current, slot);
  request.done = true;
}

}  // namespace ioreel
