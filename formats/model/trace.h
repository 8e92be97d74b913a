#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/model/io.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// A run of rows of both tables, as they travel from readers to writers.
///
/// `queued` is in order of queue_ns, also from chunk to chunk. A request stands in the chunk of
/// the first queued I/O that joined it or an earlier one, or, if it has none, in the chunk of its
/// time. Requests are nearly in order of issue_ns. What makes that order restorable within bounded
/// memory (IssueOrder does it): no later chunk holds a request issued before the last queue_ns of
/// this chunk or, where this chunk has no queued I/Os, before its latest issue_ns. `first_queued`
/// and `first_request` are the ordinals of the first rows. `links` is sorted by (queued, request),
/// names queued I/Os of this chunk and requests of this or an earlier one; `events` is sorted by
/// time.
struct TraceChunk {
  uint64_t first_queued = 0;
  uint64_t first_request = 0;
  std::vector<QueuedIo> queued;
  std::vector<IssuedRequest> requests;
  std::vector<IoLink> links;
  std::vector<RequestEvent> events;

  bool empty() const { return queued.empty() && requests.empty() && events.empty(); }
  /// Empties the rows, keeps the memory.
  void Clear();
};

struct TraceSummary;

/// A trace being read, forwards, in constant memory. Not thread-safe.
class TraceReader {
 public:
  virtual ~TraceReader() = default;

  /// Whole only once Read has returned false: streaming sources learn of tasks, devices and
  /// losses as they go. Rows already read never refer to a task or device that is not there.
  virtual const TraceInfo& info() const = 0;

  /// Fills `chunk` with the next rows; false at the end, with `chunk` empty.
  /// Errors: DataLoss (damaged, with place), others as the source says; reading cannot go on.
  virtual absl::StatusOr<bool> Read(TraceChunk* chunk) = 0;

  /// What the writer of the trace says that all its rows amount to; null where it says nothing. Who
  /// trusts it checks each row against it. Makes sure before that nothing of the file has changed.
  /// Errors: DataLoss.
  virtual absl::StatusOr<const TraceSummary*> Summary() { return nullptr; }

  /// False: the file's writer never finished it, and Read gives what is there.
  virtual bool complete() const { return true; }
};

/// Rows that went somewhere.
struct RowCounts {
  uint64_t queued = 0, requests = 0;
  TimeSpan times;  ///< when they began and ended

  void Add(const TraceChunk& chunk);
};

/// Where a trace goes. Not thread-safe.
class TraceWriter {
 public:
  virtual ~TraceWriter() = default;

  /// REQUIRES: rows as TraceChunk promises; `info` holds every task and device they name.
  virtual absl::Status Write(const TraceInfo& info, const TraceChunk& chunk) = 0;

  /// Makes what has been written safe from the death of this process. For recorders, every second
  /// or so; a format without blocks has nothing to do.
  virtual absl::Status Flush(const TraceInfo&) { return absl::OkStatus(); }

  /// Ends the file with the final `info`; without it the file is visibly unfinished.
  virtual absl::Status Finish(const TraceInfo& info) = 0;

  /// Rows of the trace that have been written, without those that the format has no place for,
  /// and the times of theirs that it keeps.
  virtual RowCounts written() const = 0;
};

}  // namespace ioreel
