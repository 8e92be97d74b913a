#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/types/span.h"
#include "formats/model/trace.h"
#include "formats/sort/paged_table.h"
#include "formats/sort/time_sorter.h"

namespace ioreel {

/// Puts the rows of both tables of a trace, added in any order, into the order of TraceChunk: those
/// of one time in the order of their coming. In bounded memory, with what is beyond it in temporary
/// files ($TMPDIR). Not thread-safe.
class TableSorter {
 public:
  /// Rows that are sorted in memory at a time.
  explicit TableSorter(size_t run_rows = 1 << 18) : queued_(run_rows), turns_(run_rows) {}

  /// Errors of all: those of the temporary files.
  absl::Status AddRequest(const IssuedRequest& request);
  /// `requests`: what it joined, by their place among the requests added, from 0.
  absl::Status AddQueued(const QueuedIo& io, absl::Span<const uint64_t> requests);
  /// Ends the adding.
  absl::Status Finish();

  /// The next rows of the sorted trace; false at its end. REQUIRES: finished.
  absl::StatusOr<bool> Take(TraceChunk* chunk);

 private:
  struct Queued {
    int64_t queue_ns;
    uint64_t links;       ///< how many
    uint64_t first_link;  ///< in links_; of a single one, as most are, the request itself
    QueuedIo io;
  };
  struct Turn {
    int64_t issue_ns;
    uint64_t request;
  };

  /// What was sorted, one row after another.
  template <typename Row, int64_t Row::*kTime>
  class Sorted {
   public:
    explicit Sorted(size_t run_rows) : sorter_(run_rows) {}
    absl::Status Add(const Row& row) { return sorter_.Add(row); }
    absl::Status Finish() { return sorter_.Finish(); }
    /// nullptr at the end.
    absl::StatusOr<const Row*> Front();
    void Pop() { ++at_; }

   private:
    TimeSorter<Row, kTime> sorter_;
    std::vector<Row> rows_;
    size_t at_ = 0;
  };

  absl::Status GiveQueued(const Queued& queued, TraceChunk* chunk);
  /// Its new ordinal, which it gets with its place in `chunk` unless it is out.
  absl::StatusOr<uint64_t> GiveRequest(uint64_t request, TraceChunk* chunk);

  Sorted<Queued, &Queued::queue_ns> queued_;
  Sorted<Turn, &Turn::issue_ns> turns_;
  PagedTable<IssuedRequest> requests_;
  PagedTable<uint64_t> links_;  ///< requests of queued I/Os with several, in order of their coming
  PagedTable<uint64_t> out_;    ///< by request: the new ordinal + 1; 0 = not out yet
  uint64_t requests_added_ = 0, links_added_ = 0;
  uint64_t queued_out_ = 0, requests_out_ = 0;
};

}  // namespace ioreel
