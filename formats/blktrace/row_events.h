#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "formats/import_log.h"
#include "formats/model/stage_event.h"
#include "formats/model/trace.h"
#include "formats/sort/time_sorter.h"

namespace ioreel {

/// An event to be written: a record without what depends on its file.
struct BlktraceEvent {
  int64_t time_ns = 0;
  uint64_t offset = 0;  ///< bytes, of whole sectors
  uint32_t bytes = 0;
  uint32_t action = 0;
  uint32_t task = kNoTask;
  uint16_t device = 0;
  uint16_t cpu = 0;
  uint16_t error = 0;  ///< as it stands in a record
};

/// Turns the rows of a trace back into the events of a kernel that they could have come from:
/// queued, merged, issued, requeued and completed. What 32-bit lengths do not hold is cut; what no
/// record can say is left out and counted. Not thread-safe.
class RowEvents {
 public:
  /// `log` may be null.
  explicit RowEvents(ImportLog* log) : log_(log) {}

  /// Errors: those of the sorter.
  absl::Status Add(const TraceChunk& chunk);

  /// All events so far, not finished.
  TimeSorter<BlktraceEvent, &BlktraceEvent::time_ns>& sorter() { return sorter_; }
  bool empty() const { return written_.queued + written_.requests == 0; }
  uint16_t last_cpu() const { return last_cpu_; }
  /// And the times of all events.
  const RowCounts& written() const { return written_; }

 private:
  /// What events of a row have in common.
  struct Subject;

  absl::Status AddQueued(const TraceChunk& chunk, size_t index, absl::Span<const IoLink> links);
  absl::Status AddOwnCompletion(const TraceChunk& chunk, const QueuedIo& io,
                                absl::Span<const IoLink> links);
  absl::Status AddRequest(const IssuedRequest& request, absl::Span<const RequestEvent> events);
  /// Events of requests of the chunk, by request and then by time; others are counted.
  std::vector<RequestEvent> EventsByRequest(const TraceChunk& chunk);
  absl::Status Emit(const Subject& subject, Stage stage, int64_t time_ns, uint64_t offset,
                    uint64_t length, int32_t error = 0);

  template <typename Row>
  bool CanSay(const Row& row);
  template <typename Row>
  Subject SubjectOf(const Row& row);
  uint16_t CpuOf(uint16_t cpu);
  uint16_t ErrorOf(int32_t error);
  void Leave(absl::string_view name, absl::string_view explanation);

  ImportLog* const log_;
  TimeSorter<BlktraceEvent, &BlktraceEvent::time_ns> sorter_{1 << 19};
  std::vector<bool> joined_;  ///< by request of the chunk: a queued I/O has been seen
  RowCounts written_;
  uint16_t last_cpu_ = 0;
};

}  // namespace ioreel
