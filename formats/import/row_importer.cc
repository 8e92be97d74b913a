#include "formats/import/row_importer.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/status_macros.h"
#include "formats/sort/time_order.h"

namespace ioreel {
namespace {

constexpr size_t kChunkRows = 1 << 14;

/// True when every row of `rest` is within `reach` rows of its place: not before any of those that
/// stand further ahead. An error is met again, and reported, when the rows themselves are read.
bool IsNearlyInOrder(RowSource& rest, size_t reach) {
  std::vector<int64_t> latest(reach);  // by row modulo reach: latest time up to and with it
  int64_t latest_ns = kNoTime;
  QueuedIo io;
  for (size_t row = 0;; ++row) {
    const absl::StatusOr<bool> more = rest.Next(&io);
    if (!more.ok() || !*more) return true;
    int64_t& slot = latest[row % reach];
    if (row >= reach && io.queue_ns < slot) return false;
    latest_ns = std::max(latest_ns, io.queue_ns);
    slot = latest_ns;
  }
}

void Shift(int64_t by_ns, QueuedIo* io) {
  for (int64_t* time_ns : {&io->queue_ns, &io->issue_ns, &io->complete_ns}) {
    if (*time_ns != kNoTime) *time_ns -= by_ns;
  }
}

class RowImporter : public TraceReader {
 public:
  RowImporter(std::unique_ptr<RowSource> source, TimeOrder default_order,
              const ReadOptions& options, ImportLog* log)
      : source_(std::move(source)),
        order_(options.time_order, default_order, log,
               [this](size_t reach) { return LookAhead(reach); }) {}

  const TraceInfo& info() const override { return source_->info(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    chunk->first_queued = given_;
    while (!at_end_ && order_.ready() < kChunkRows) IOREEL_RETURN_IF_ERROR(ReadRow());
    IOREEL_ASSIGN_OR_RETURN(const bool any, order_.Take(kChunkRows, &chunk->queued));
    if (!any) return false;
    if (given_ == 0) start_ns_ = source_->Start(chunk->queued.front().queue_ns);
    given_ += chunk->queued.size();
    if (start_ns_ == 0) return true;
    for (QueuedIo& io : chunk->queued) Shift(start_ns_, &io);
    return true;
  }

 private:
  absl::Status ReadRow() {
    QueuedIo io;
    IOREEL_ASSIGN_OR_RETURN(const bool more, source_->Next(&io));
    if (more) return order_.Add(io, [this] { return source_->Place(); });
    at_end_ = true;
    return order_.Finish();
  }

  absl::StatusOr<bool> LookAhead(size_t reach) const {
    IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<RowSource> rest, source_->TimesOnly());
    return rest != nullptr && IsNearlyInOrder(*rest, reach);
  }

  std::unique_ptr<RowSource> source_;
  TimeOrderer order_;
  int64_t start_ns_ = 0;  ///< taken off every time
  uint64_t given_ = 0;
  bool at_end_ = false;
};

}  // namespace

std::unique_ptr<TraceReader> MakeRowImporter(std::unique_ptr<RowSource> source,
                                             TimeOrder default_order, const ReadOptions& options,
                                             ImportLog* log) {
  return std::make_unique<RowImporter>(std::move(source), default_order, options, log);
}

}  // namespace ioreel
