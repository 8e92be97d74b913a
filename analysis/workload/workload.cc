#include "analysis/workload/workload.h"

#include <utility>

#include "analysis/workload/workload_meter.h"
#include "base/status_macros.h"
#include "formats/level_reader.h"

namespace ioreel {
namespace {

bool HasRows(const TraceChunk& chunk) { return !chunk.queued.empty() || !chunk.requests.empty(); }

/// A reader whose first rows can be looked at before they are read.
class PeekReader : public TraceReader {
 public:
  explicit PeekReader(std::unique_ptr<TraceReader> reader) : reader_(std::move(reader)) {}

  /// The first chunk that has rows; an empty one when none has. Errors: those of Read.
  absl::StatusOr<const TraceChunk*> Peek() {
    while (more_ && !HasRows(first_)) {
      IOREEL_ASSIGN_OR_RETURN(more_, reader_->Read(&first_));
    }
    return &first_;
  }

  const TraceInfo& info() const override { return reader_->info(); }
  bool complete() const override { return reader_->complete(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    if (!more_) return false;
    if (!HasRows(first_)) return reader_->Read(chunk);
    std::swap(*chunk, first_);
    return true;
  }

 private:
  std::unique_ptr<TraceReader> reader_;
  TraceChunk first_;
  bool more_ = true;
};

/// Hands on the chunks of another reader, and meters on the way what LevelReader does not show at
/// issue level.
class IssueTap : public TraceReader {
 public:
  /// `meter` and `workload` must outlive the tap.
  IssueTap(std::unique_ptr<TraceReader> reader, WorkloadMeter* meter, Workload* workload)
      : reader_(std::move(reader)), meter_(meter), workload_(workload) {}

  const TraceInfo& info() const override { return reader_->info(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader_->Read(chunk));
    workload_->other_level += chunk->queued.size();
    for (const IssuedRequest& request : chunk->requests) {
      if (request.issue_ns == kNoTime) meter_->Add(IssueLevelIo(request, 0));
    }
    workload_->complete = reader_->complete();
    return more;
  }

 private:
  std::unique_ptr<TraceReader> reader_;
  WorkloadMeter* meter_;
  Workload* workload_;
};

absl::Status MeterQueued(TraceReader& reader, WorkloadMeter* meter, Workload* workload) {
  TraceChunk chunk;
  for (;;) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader.Read(&chunk));
    if (!more) break;
    workload->other_level += chunk.requests.size();
    for (const QueuedIo& io : chunk.queued) {
      meter->Add(QueueLevelIo(io, 0));
      meter->AddStages(io);
    }
  }
  workload->complete = reader.complete();
  workload->info = reader.info();
  return absl::OkStatus();
}

absl::Status MeterIssued(std::unique_ptr<TraceReader> reader, WorkloadMeter* meter,
                         Workload* workload) {
  LevelReader requests(std::make_unique<IssueTap>(std::move(reader), meter, workload),
                       Level::kIssue);
  constexpr size_t kBatch = 4096;
  for (std::vector<Io> batch;; batch.clear()) {
    IOREEL_ASSIGN_OR_RETURN(const bool more, requests.Read(kBatch, &batch));
    if (!more) break;
    for (const Io& io : batch) meter->Add(io);
  }
  workload->info = requests.info();
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<Workload> AnalyzeTrace(std::unique_ptr<TraceReader> reader,
                                      const WorkloadOptions& options) {
  auto whole = std::make_unique<PeekReader>(std::move(reader));
  IOREEL_ASSIGN_OR_RETURN(const TraceChunk* const first, whole->Peek());
  const bool requests_alone = first->queued.empty() && !first->requests.empty();
  Workload seen;
  seen.level = options.level.value_or(requests_alone ? Level::kIssue : Level::kQueue);
  auto meter = std::make_unique<WorkloadMeter>(options.step_ns);
  if (seen.level == Level::kQueue)
    IOREEL_RETURN_IF_ERROR(MeterQueued(*whole, meter.get(), &seen));
  else
    IOREEL_RETURN_IF_ERROR(MeterIssued(std::move(whole), meter.get(), &seen));
  Workload workload = meter->Finish();
  workload.info = std::move(seen.info);
  workload.complete = seen.complete;
  workload.level = seen.level;
  workload.other_level = seen.other_level;
  return workload;
}

}  // namespace ioreel
