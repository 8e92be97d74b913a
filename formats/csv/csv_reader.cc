#include "formats/csv/csv_reader.h"

#include <utility>

#include "base/status_macros.h"
#include "formats/csv/csv_records.h"
#include "formats/sort/table_sorter.h"

namespace ioreel {
namespace {

constexpr size_t kChunkRows = 1 << 14;
constexpr size_t kMostChunkRows = 1 << 18;  // of requests without a queued I/O among them

/// Gives the rows as they come.
class CsvReader : public TraceReader {
 public:
  explicit CsvReader(CsvRecords records) : records_(std::move(records)) {}

  const TraceInfo& info() const override { return records_.info(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    chunk->first_queued = queued_;
    chunk->first_request = requests_;
    while (!at_end_ && !IsFull(*chunk)) {
      IOREEL_ASSIGN_OR_RETURN(const bool more, records_.Next());
      at_end_ = !more;
      if (more) Add(records_.row(), chunk);
    }
    if (chunk->queued.empty()) {
      for (const IssuedRequest& request : chunk->requests) records_.Advance(request.issue_ns);
    }
    return !chunk->empty();
  }

 private:
  /// A chunk ends behind a queued I/O: requests at its end may be named by the next one.
  bool IsFull(const TraceChunk& chunk) const {
    const size_t rows = chunk.queued.size() + chunk.requests.size();
    return rows >= (records_.row().is_request ? kMostChunkRows : kChunkRows);
  }

  void Add(const CsvRow& row, TraceChunk* chunk) {
    if (row.is_request) {
      chunk->requests.push_back(row.request);
      ++requests_;
      return;
    }
    chunk->queued.push_back(row.queued);
    for (const uint64_t request : row.numbers) chunk->links.push_back({queued_, request});
    ++queued_;
  }

  CsvRecords records_;
  uint64_t queued_ = 0, requests_ = 0;  ///< rows so far
  bool at_end_ = false;
};

/// Gives the rows sorted by time.
class SortedCsvReader : public TraceReader {
 public:
  explicit SortedCsvReader(CsvRecords records) : records_(std::move(records)) {}

  const TraceInfo& info() const override { return records_.info(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    if (!std::exchange(sorted_, true)) IOREEL_RETURN_IF_ERROR(Sort());
    return sorter_.Take(chunk);
  }

 private:
  absl::Status Sort() {
    for (;;) {
      IOREEL_ASSIGN_OR_RETURN(const bool more, records_.Next());
      if (!more) return sorter_.Finish();
      const CsvRow& row = records_.row();
      IOREEL_RETURN_IF_ERROR(row.is_request ? sorter_.AddRequest(row.request)
                                            : sorter_.AddQueued(row.queued, row.numbers));
    }
  }

  CsvRecords records_;
  TableSorter sorter_;
  bool sorted_ = false;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceReader>> OpenCsvReader(const Input& input,
                                                           const ReadOptions& options,
                                                           ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(CsvRecords records, CsvRecords::Open(input, options, log));
  if (records.order() == TimeOrder::kSort)
    return std::make_unique<SortedCsvReader>(std::move(records));
  return std::make_unique<CsvReader>(std::move(records));
}

}  // namespace ioreel
