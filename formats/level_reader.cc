#include "formats/level_reader.h"

#include <algorithm>
#include <utility>

#include "base/status_macros.h"
#include "formats/level_rows.h"

namespace ioreel {

Io QueueLevelIo(const QueuedIo& queued, uint64_t ordinal) {
  return {.start_ns = queued.queue_ns,
          .think_ns = queued.queue_ns,
          .complete_ns = queued.complete_ns,
          .ordinal = ordinal,
          .offset = queued.offset,
          .length = queued.length,
          .task = queued.task,
          .device = queued.device,
          .cpu = queued.cpu,
          .op = queued.op,
          .priority = queued.priority,
          .flags = queued.flags,
          .error = queued.error};
}

Io IssueLevelIo(const IssuedRequest& request, uint64_t ordinal) {
  return {.start_ns = request.issue_ns,
          .complete_ns = request.complete_ns,
          .ordinal = ordinal,
          .offset = request.offset,
          .length = request.length,
          .task = request.task,
          .device = request.device,
          .cpu = request.cpu,
          .op = request.op,
          .priority = request.priority,
          .flags = request.flags,
          .error = request.error};
}

class LevelReader::Impl {
 public:
  Impl(std::unique_ptr<TraceReader> reader, Level level)
      : reader_(std::move(reader)), rows_(level) {}

  const TraceInfo& info() const { return reader_->info(); }
  absl::StatusOr<const TraceSummary*> Summary() { return reader_->Summary(); }
  uint64_t untimed() const { return rows_.untimed(); }

  absl::StatusOr<bool> Read(size_t max, std::vector<Io>* out) {
    while (given_ == ready_.size()) {
      if (at_end_) return false;
      IOREEL_RETURN_IF_ERROR(Refill());
    }
    const auto first = ready_.begin() + static_cast<ptrdiff_t>(given_);
    const size_t n = std::min(max, ready_.size() - given_);
    out->insert(out->end(), first, first + static_cast<ptrdiff_t>(n));
    given_ += n;
    return true;
  }

 private:
  absl::Status Refill() {
    given_ = 0;
    ready_.clear();
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader_->Read(&chunk_));
    at_end_ = !more;
    if (more) return rows_.Take(chunk_, &ready_);
    rows_.TakeRest(&ready_);
    return absl::OkStatus();
  }

  std::unique_ptr<TraceReader> reader_;
  LevelRows rows_;
  TraceChunk chunk_;
  std::vector<Io> ready_;
  size_t given_ = 0;  ///< of ready_
  bool at_end_ = false;
};

LevelReader::LevelReader(std::unique_ptr<TraceReader> reader, Level level)
    : impl_(std::make_unique<Impl>(std::move(reader), level)) {}
LevelReader::~LevelReader() = default;

const TraceInfo& LevelReader::info() const { return impl_->info(); }
absl::StatusOr<const TraceSummary*> LevelReader::Summary() { return impl_->Summary(); }
uint64_t LevelReader::untimed() const { return impl_->untimed(); }

absl::StatusOr<bool> LevelReader::Read(size_t max, std::vector<Io>* out) {
  return impl_->Read(max, out);
}

}  // namespace ioreel
