#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "formats/model/stage_event.h"
#include "formats/pairing/pairing_rows.h"
#include "formats/pairing/range_index.h"

namespace ioreel {

/// The pairing rules of one device. Needs no trust in merge events: a request covers the
/// queued bytes that lie in it, a completion ends the request at its offset, identical ones
/// pair in order of age. What it finds it writes into the rows.
class DevicePairer {
 public:
  /// Does not own `rows`.
  explicit DevicePairer(PairingRows* rows) : rows_(rows) {}

  /// Takes Q, D, C, R and X; other stages say nothing more. False when `event` is a completion that
  /// ends nothing known.
  bool Add(const StageEvent& event);

  /// Nothing will end this row any more: it counts as done, and no later event finds it. A queued
  /// I/O closes its requests too.
  void CloseQueued(uint64_t ordinal);
  void CloseRequest(RequestSlot slot);

 private:
  /// I/Os that never pair with one another: by what they do.
  enum LaneKind { kReadLane, kWriteLane, kDiscardLane, kFlushLane, kPassthroughLane, kLaneCount };
  struct Lane {
    RangeIndex queued;     ///< bytes queued, in no request yet; id = ordinal
    RangeIndex in_flight;  ///< bytes issued; id = slot
    RangeIndex requeued;   ///< requests that went back to the queue; id = slot
  };

  static LaneKind KindOf(Op op);
  Lane& LaneOf(Op op) { return lanes_[KindOf(op)]; }

  bool Dispatch(const StageEvent& event);
  void OnQueued(const StageEvent& event);
  void OnIssued(const StageEvent& event);
  bool OnCompleted(const StageEvent& event);
  void OnSplit(const StageEvent& event);
  void OnRequeued(const StageEvent& event);

  RequestSlot TakeRequeued(Lane& lane, const StageEvent& event);
  void Reissue(Lane& lane, RequestSlot slot, const StageEvent& event);
  void KeepPartsWithin(Lane& lane, RequestSlot slot, uint64_t first, uint64_t end);
  void Cover(Lane& lane, RequestSlot slot, const StageEvent& event);
  void CoverCommand(Lane& lane, RequestSlot slot, int64_t now_ns);
  void Join(uint64_t ordinal, RequestSlot slot, uint64_t offset, uint64_t length);
  void Wait(Lane& lane, uint64_t ordinal, uint64_t first, uint64_t end);

  void CompleteRequest(Lane& lane, const ByteRange& range, const StageEvent& event);
  std::optional<ByteRange> TakeAppend(Lane& lane, const StageEvent& event);
  bool CompleteWithoutRequest(Lane& lane, const StageEvent& event);
  bool CompleteEmpty(Lane& lane, const StageEvent& event);
  bool CompleteNothing(Lane& lane, const StageEvent& event);
  bool EndOfFlushedWrite(const StageEvent& event);
  void CompleteBytes(uint64_t ordinal, uint64_t bytes, IoFlags driver_flags,
                     const StageEvent& event);
  bool End(const std::optional<ByteRange>& range, const StageEvent& event);

  PairingRows* const rows_;
  std::array<Lane, kLaneCount> lanes_;
  RangeIndex awaiting_end_;  ///< writes whose data is down and whose flushes are not; id = ordinal
  uint64_t next_order_ = 1;
  bool saw_queued_ = false, saw_issued_ = false, saw_end_ = false, saw_append_ = false;
};

}  // namespace ioreel
