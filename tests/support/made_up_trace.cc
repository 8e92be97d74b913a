#include "tests/support/made_up_trace.h"

namespace ioreel {
namespace {

constexpr size_t kChunkRows = 4096;

}  // namespace

MadeUpTrace::MadeUpTrace(uint64_t rows) : rows_(rows) {
  info_.devices.push_back({.name = "made-up"});
  for (int tid = 1; tid <= 4; ++tid) {
    info_.tasks.push_back({.tid = tid, .task_class = TaskClass::kTree});
  }
}

absl::StatusOr<bool> MadeUpTrace::Read(TraceChunk* chunk) {
  chunk->Clear();
  chunk->first_queued = at_;
  for (size_t i = 0; i < kChunkRows && at_ < rows_; ++i, ++at_) {
    QueuedIo row;
    row.queue_ns = static_cast<int64_t>(at_ * 2'500);
    row.complete_ns = row.queue_ns + 8'000;
    row.offset = at_ * 7919 % 65536 * 4096;
    row.length = 4096;
    row.task = static_cast<uint32_t>(at_ % 4);
    chunk->queued.push_back(row);
  }
  return !chunk->queued.empty();
}

}  // namespace ioreel
