#pragma once

#include <boost/circular_buffer.hpp>
#include <cstdint>
#include <vector>

#include "formats/model/trace.h"

namespace ioreel {

/// Place of a request in PairingRows; reused after the request has gone out.
using RequestSlot = uint32_t;
inline constexpr uint32_t kNoSlot = 0xffffffff;

/// A queued I/O that has not gone out yet. Times are the source's clock.
struct PendingQueued {
  enum class State : uint8_t {
    kOpen,
    kAwaitsEnd,  ///< its data is written, its flushes are not: complete_ns is provisional
    kDone,
  };
  QueuedIo io;
  uint64_t bytes_left = 0;
  uint32_t first_part = kNoSlot;
  State state = State::kOpen;
};

/// A request that has not gone out yet, or whose queued I/Os have not all.
struct PendingRequest {
  IssuedRequest row;
  uint64_t current = 0;  ///< where its next incomplete byte lies
  std::vector<RequestEvent> events;
  uint64_t ordinal = 0;      ///< in the trace; once it has gone out
  uint64_t serial = 0;       ///< age
  uint64_t line_serial = 0;  ///< its place in the line of requests without queued I/Os; 0 = none
  uint32_t first_part = kNoSlot;  ///< valid until done
  uint32_t parts = 0;             ///< of queued I/Os that have not gone out
  bool used = false, done = false, out = false;
};

/// A run of bytes that a queued I/O has in a request.
struct RequestPart {
  uint64_t queued = 0;  ///< ordinal
  uint64_t offset = 0, length = 0;
  RequestSlot request = kNoSlot;
  uint32_t next_of_queued = kNoSlot, next_of_request = kNoSlot;
};

/// The rows that pairing works on, from their first event until they go out. They stand in one
/// line by queue_ns and, for requests without queued I/Os, by issue_ns; the head of the line goes
/// out first, and a queued I/O takes along the requests that it was the first to join. Knows
/// nothing of how events pair. Allocates only while it grows.
class PairingRows {
 public:
  /// The ordinal of a further queued I/O, at the end of the line; its row is the caller's to set.
  uint64_t AddQueued();
  RequestSlot AddRequest(const IssuedRequest& row);
  /// Puts a request that has no queued I/O at the end of the line, away from an earlier place.
  void Line(RequestSlot slot);

  void Link(uint64_t queued, RequestSlot slot, uint64_t offset, uint64_t length);
  /// Takes back what `part` had linked. REQUIRES: its request is not done.
  void Unlink(uint32_t part);
  /// `from` becomes part of `into` and is no request of its own any longer.
  void Absorb(RequestSlot into, RequestSlot from);

  PendingQueued& queued(uint64_t ordinal) { return queued_[ordinal - first_queued_]; }
  PendingRequest& request(RequestSlot slot) { return requests_[slot]; }
  RequestPart& part(uint32_t index) { return parts_[index]; }
  uint64_t first_queued() const { return first_queued_; }  ///< not yet out
  uint64_t end_queued() const { return first_queued_ + queued_.size(); }
  uint32_t slots() const { return static_cast<uint32_t>(requests_.size()); }

  /// Rows in the line.
  uint64_t waiting() const { return queued_.size() + lined_; }
  /// True when the head is a queued I/O; REQUIRES: waiting() > 0.
  bool HeadIsQueued();
  /// REQUIRES: !HeadIsQueued().
  RequestSlot HeadRequest() const { return line_.front().slot; }
  /// Complete, and every request it takes part in too.
  bool HeadIsReady();
  /// Moves the head to the chunk that is being filled.
  void EmitHead(int64_t origin_ns, TraceChunk* chunk);
  /// Orders the chunk and gives its rows their ordinals. Call once after the last EmitHead.
  void FinishChunk(int64_t origin_ns, TraceChunk* chunk);

 private:
  struct LinePlace {
    RequestSlot slot;
    uint64_t serial;
  };
  struct EmittedLink {
    uint64_t queued;
    RequestSlot request;
  };

  void EmitQueued(int64_t origin_ns, TraceChunk* chunk);
  void EmitRequest(RequestSlot slot);
  void AppendRequest(RequestSlot slot, int64_t origin_ns, TraceChunk* chunk);
  void ReleaseIfUnused(RequestSlot slot);
  void DropFromRequest(uint32_t part);
  void DropFromQueued(uint32_t part);
  void SkipLeftPlaces();

  boost::circular_buffer<PendingQueued> queued_;
  uint64_t first_queued_ = 0;
  std::vector<PendingRequest> requests_;
  std::vector<RequestSlot> free_requests_;
  std::vector<RequestPart> parts_;
  std::vector<uint32_t> free_parts_;
  boost::circular_buffer<LinePlace> line_;
  uint64_t lined_ = 0;  ///< requests in the line; line_ also holds places that were left
  uint64_t next_serial_ = 1;
  uint64_t next_request_ = 0;
  std::vector<RequestSlot> emitted_;  ///< requests of the chunk being filled
  std::vector<EmittedLink> emitted_links_;
};

}  // namespace ioreel
