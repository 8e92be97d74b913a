#include "analysis/workload/trace_stats.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analysis/workload/level_meter.h"
#include "base/status_macros.h"
#include "formats/level_reader.h"

namespace ioreel {
namespace {

/// Hands on the chunks of another reader, and gathers on the way what only chunks show.
class ChunkTap : public TraceReader {
 public:
  /// What is pointed to must outlive the tap; `observer` may be null.
  ChunkTap(std::unique_ptr<TraceReader> reader, LevelMeter* queue, LevelMeter* issue,
           TraceStats* stats, IoObserver* observer)
      : reader_(std::move(reader)),
        queue_(queue),
        issue_(issue),
        stats_(stats),
        observer_(observer) {}

  const TraceInfo& info() const override { return reader_->info(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader_->Read(chunk));
    queued_.clear();
    for (size_t i = 0; i < chunk->queued.size(); ++i) {
      queued_.push_back(QueueLevelIo(chunk->queued[i], chunk->first_queued + i));
      queue_->Add(queued_.back());
    }
    if (observer_ != nullptr) observer_->See(Level::kQueue, queued_);
    for (size_t i = 0; i < chunk->requests.size(); ++i) {  // LevelReader leaves these out
      if (chunk->requests[i].issue_ns != kNoTime) continue;
      issue_->Add(IssueLevelIo(chunk->requests[i], chunk->first_request + i));
    }
    for (const RequestEvent& event : chunk->events) {
      ++(event.kind == RequestEvent::Kind::kRequeue ? stats_->requeues
                                                    : stats_->partial_completions);
    }
    stats_->complete = reader_->complete();
    return more;
  }

 private:
  std::unique_ptr<TraceReader> reader_;
  LevelMeter* queue_;
  LevelMeter* issue_;
  TraceStats* stats_;
  IoObserver* observer_;
  std::vector<Io> queued_;
};

}  // namespace

int64_t TraceStats::span_ns() const {
  if (queue.first_ns == kNoTime) return issue.span_ns();
  if (issue.first_ns == kNoTime) return queue.span_ns();
  return NsBetween(std::min(queue.first_ns, issue.first_ns),
                   std::max(queue.last_ns, issue.last_ns));
}

absl::StatusOr<TraceStats> ComputeTraceStats(std::unique_ptr<TraceReader> reader,
                                             IoObserver* observer) {
  TraceStats stats;
  LevelMeter queue, issue;
  LevelReader requests(
      std::make_unique<ChunkTap>(std::move(reader), &queue, &issue, &stats, observer),
      Level::kIssue);
  constexpr size_t kBatch = 4096;
  for (std::vector<Io> batch;; batch.clear()) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, requests.Read(kBatch, &batch));
    if (!more) break;
    for (const Io& io : batch) issue.Add(io);
    if (observer != nullptr) observer->See(Level::kIssue, batch);
  }
  stats.info = requests.info();
  stats.queue = queue.Finish();
  stats.issue = issue.Finish();
  return stats;
}

}  // namespace ioreel
