#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "capture/op_marker.h"
#include "capture/side_event.h"
#include "capture/task_table.h"
#include "formats/model/raw_event.h"
#include "formats/model/trace.h"
#include "formats/pairing/loss_log.h"
#include "formats/pairing/request_pairer.h"

namespace ioreel {

/// The way from the kernel's events to the rows of a trace: each block event gets its device, the
/// task of its time and its true op, goes through the pairer, and its rows to the writer.
class EventPipeline {
 public:
  struct Counts {
    uint64_t events = 0;   ///< block events taken in, losses not counted
    uint64_t foreign = 0;  ///< of devices that are not recorded; left out
    uint64_t queued = 0, requests = 0;
  };

  /// Fills the losses and stage counts of `info`, whose devices are set and whose tasks are those
  /// of `tasks`. All outlive it.
  EventPipeline(TraceInfo* info, TaskTable* tasks, TraceWriter* writer, int64_t origin_ns);

  /// Events with this kernel number are of `device`, too: the disk of a recorded partition, the
  /// partitions of a recorded disk.
  void AddAlias(uint32_t major, uint32_t minor, uint16_t device);

  /// Both in time order.
  void AddRaw(const RawEvent& raw) { raw_.push_back(raw); }
  void AddSide(const SideEvent& side);

  /// Handles the block events before `until_ns`. REQUIRES: side events up to
  /// OpMarker::kLookAheadNs after it have been added.
  void Advance(int64_t until_ns);

  /// Writes the rows that are ready; with `flush` also those that still wait for completions.
  absl::Status Write(bool flush);

  /// Makes what has been written safe from a kill.
  absl::Status Flush() { return writer_->Flush(*info_); }

  /// Completes `info`.
  void Finish();

  const Counts& counts() const { return counts_; }

 private:
  void Take(RawEvent* raw);
  /// Index into TraceInfo::devices; -1 = none of ours.
  int DeviceOf(uint32_t major, uint32_t minor);

  TraceInfo* info_;
  TraceWriter* writer_;
  TaskTable* tasks_;
  OpMarker marker_;
  LossLog losses_;
  RequestPairer pairer_;
  std::deque<RawEvent> raw_;
  std::deque<SideEvent> side_;
  absl::flat_hash_map<uint64_t, int> device_by_number_;
  TraceChunk chunk_;
  Counts counts_;
};

}  // namespace ioreel
