// How completions end requests and queued I/Os.
#include <algorithm>

#include "formats/pairing/device_pairer.h"

namespace ioreel {
namespace {

constexpr IoFlags kFlushing = kPreflush | kFua;
constexpr IoFlags kAllFlags = 0xffff;

/// Flags by which the completion of one of two flushes tells whose it is.
bool LooksLike(const QueuedIo& io, const StageEvent& event) {
  constexpr IoFlags kKept = kSync | kMeta;
  return (io.flags & kKept) == (event.flags & kKept);
}

/// Bytes of `part` in [first, end).
uint64_t Overlap(const RequestPart& part, uint64_t first, uint64_t end) {
  const uint64_t from = std::max(part.offset, first);
  const uint64_t to = std::min(part.offset + part.length, end);
  return from < to ? to - from : 0;
}

void AddPartial(PendingRequest* request, uint64_t bytes, const StageEvent& event) {
  RequestEvent partial;
  partial.kind = RequestEvent::Kind::kPartialComplete;
  partial.time_ns = event.time_ns;
  partial.issue_ns = request->row.issue_ns;
  partial.bytes = bytes;
  partial.error = event.error;
  request->events.push_back(partial);
}

}  // namespace

bool DevicePairer::OnCompleted(const StageEvent& event) {
  Lane& lane = LaneOf(event.op);
  if (event.op == Op::kPassthrough || event.op == Op::kFlush) {
    if (const auto range = lane.in_flight.Take(0, 0, event.time_ns)) {
      CompleteRequest(lane, *range, event);
      return true;
    }
    const bool of_bio = event.op == Op::kPassthrough || (event.flags & kPreflush);
    return of_bio && End(lane.queued.Take(0, 0, event.time_ns), event);
  }
  if (event.length == 0) return CompleteEmpty(lane, event);
  auto range = saw_append_ ? TakeAppend(lane, event) : std::nullopt;
  if (!range) range = lane.in_flight.Take(event.offset, event.length, event.time_ns);
  if (!range) return CompleteWithoutRequest(lane, event);
  CompleteRequest(lane, *range, event);
  return true;
}

/// A zone append is issued at the start of its zone and completes where the device put it, whole.
/// Unless something of the very place was in flight, it is the oldest append of this length to the
/// nearest zone below.
std::optional<ByteRange> DevicePairer::TakeAppend(Lane& lane, const StageEvent& event) {
  if (auto range = lane.in_flight.TakeExactly(event.offset, event.length, event.time_ns)) {
    return range;
  }
  return lane.in_flight.TakeNearestBelow(event.offset, event.length, [this](uint64_t slot) {
    return rows_->request(static_cast<RequestSlot>(slot)).row.op == Op::kZoneAppend;
  });
}

/// Ends the request, or the first bytes of what is left of it.
void DevicePairer::CompleteRequest(Lane& lane, const ByteRange& range, const StageEvent& event) {
  const auto slot = static_cast<RequestSlot>(range.id);
  PendingRequest& request = rows_->request(slot);
  if (request.row.error == 0) request.row.error = event.error;
  const uint64_t end = range.length == 0 ? range.end() : event.offset + event.length;
  const bool whole = end >= range.end();
  for (uint32_t index = request.first_part; index != kNoSlot;
       index = rows_->part(index).next_of_request) {
    const RequestPart& part = rows_->part(index);
    const bool scattered = Overlap(part, request.row.offset, range.end()) == 0;
    const uint64_t bytes = scattered && whole ? part.length : Overlap(part, range.offset, end);
    if (whole || bytes > 0) CompleteBytes(part.queued, bytes, request.row.flags, event);
  }
  if (whole) {
    request.row.complete_ns = event.time_ns;
    request.done = true;
    return;
  }
  request.current = end;
  AddPartial(&request, end - range.offset, event);
  lane.in_flight.Insert({end, range.end() - end, range.order, range.id, range.since_ns});
}

/// Bio-based drivers have no requests. Elsewhere the issue was missed, and only the very I/O will
/// do, lest a completion from before the recording or a gap end another.
bool DevicePairer::CompleteWithoutRequest(Lane& lane, const StageEvent& event) {
  const auto range = lane.queued.Take(event.offset, event.length, event.time_ns);
  if (!range) return false;
  if (saw_issued_ && (range->offset != event.offset || range->length != event.length)) {
    lane.queued.Insert(*range);
    return false;
  }
  const uint64_t end = std::min(range->end(), event.offset + event.length);
  if (range->offset < event.offset) Wait(lane, range->id, range->offset, event.offset);
  if (end < range->end()) Wait(lane, range->id, end, range->end());
  CompleteBytes(range->id, end - event.offset, kAllFlags, event);
  return true;
}

void DevicePairer::CompleteBytes(uint64_t ordinal, uint64_t bytes, IoFlags driver_flags,
                                 const StageEvent& event) {
  PendingQueued& queued = rows_->queued(ordinal);
  if (queued.state != PendingQueued::State::kOpen) return;
  if (queued.io.error == 0) queued.io.error = event.error;
  queued.bytes_left -= std::min(bytes, queued.bytes_left);
  if (queued.bytes_left > 0) return;
  queued.io.complete_ns = event.time_ns;
  const bool kernel_flushes = queued.io.length > 0 && (queued.io.flags & ~driver_flags & kFlushing);
  if (!kernel_flushes) {
    queued.state = PendingQueued::State::kDone;
    return;
  }
  queued.state = PendingQueued::State::kAwaitsEnd;
  awaiting_end_.Insert({queued.io.offset, queued.io.length, ordinal, ordinal, event.time_ns});
}

/// A completion of no bytes ends an I/O of no bytes, or one for which the kernel sent flushes of
/// its own: an empty flush, or a write whose data has been completed before. Or it completes
/// nothing of a request that is in flight (SCSI does so before it gives up); the kernel's flushes
/// say sector 0, so at another place that is more likely.
bool DevicePairer::CompleteEmpty(Lane& lane, const StageEvent& event) {
  if (const auto range = lane.in_flight.Take(event.offset, 0, event.time_ns)) {
    CompleteRequest(lane, *range, event);
    return true;
  }
  if (EndOfFlushedWrite(event)) return true;
  if (event.offset != 0 && CompleteNothing(lane, event)) return true;
  if (End(lanes_[kFlushLane].queued.Take(0, 0, event.time_ns), event)) return true;
  if (End(lane.queued.Take(event.offset, 0, event.time_ns), event)) return true;
  if (event.offset == 0 && saw_queued_ && CompleteNothing(lane, event)) return true;
  // Some bio-based drivers complete with the bio moved to its end.
  if (!saw_issued_ && End(lane.queued.TakeEndingAt(event.offset), event)) return true;
  return !saw_queued_;  // else it ends something that this trace does not show
}

bool DevicePairer::CompleteNothing(Lane& lane, const StageEvent& event) {
  const auto range = lane.in_flight.TakeStartingAt(event.offset, event.time_ns);
  if (!range) return false;
  AddPartial(&rows_->request(static_cast<RequestSlot>(range->id)), 0, event);
  lane.in_flight.Insert(*range);
  return true;
}

bool DevicePairer::EndOfFlushedWrite(const StageEvent& event) {
  auto write = awaiting_end_.TakeStartingAt(event.offset, event.time_ns);
  if (!write) write = awaiting_end_.TakeEndingAt(event.offset);
  if (!write) return false;
  RangeIndex& flushes = lanes_[kFlushLane].queued;
  if (const auto flush = flushes.Take(0, 0, event.time_ns)) {
    flushes.Insert(*flush);
    if (!LooksLike(rows_->queued(write->id).io, event) &&
        LooksLike(rows_->queued(flush->id).io, event)) {
      awaiting_end_.Insert(*write);
      return false;
    }
  }
  saw_end_ = true;
  return End(write, event);
}

bool DevicePairer::End(const std::optional<ByteRange>& range, const StageEvent& event) {
  if (!range) return false;
  PendingQueued& queued = rows_->queued(range->id);
  if (queued.io.error == 0) queued.io.error = event.error;
  queued.io.complete_ns = event.time_ns;
  queued.state = PendingQueued::State::kDone;
  return true;
}

}  // namespace ioreel
