#include "formats/edit/merge_reader.h"

#include <algorithm>
#include <utility>

#include "base/check.h"
#include "base/status_macros.h"
#include "formats/edit/merge_stream.h"
#include "formats/edit/merged_info.h"
#include "formats/sort/request_shelf.h"

namespace ioreel {
namespace {

class MergeReader : public TraceReader {
 public:
  absl::Status Open(std::vector<MergePart> parts, ImportLog* log) {
    info_.Begin(parts);
    for (MergePart& part : parts) {
      streams_.push_back(std::make_unique<MergeStream>(std::move(part), &info_, log));
      IOREEL_RETURN_IF_ERROR(streams_.back()->Open());
    }
    return absl::OkStatus();
  }

  const TraceInfo& info() const override { return info_.info(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    chunk->first_queued = queued_out_;
    chunk->first_request = requests_out_;
    while (chunk->queued.empty() && chunk->requests.empty()) {
      MergeStream* const behind = FurthestBehind();
      const bool at_end = behind->floor_ns() == MergeStream::kEnd;
      if (!at_end) IOREEL_RETURN_IF_ERROR(behind->Fill());
      Collect(FurthestBehind()->floor_ns(), chunk);
      if (at_end) break;
    }
    OrderRelations(chunk);
    queued_out_ += chunk->queued.size();
    return !chunk->empty();
  }

 private:
  MergeStream* FurthestBehind() const {
    const auto earlier = [](const auto& a, const auto& b) { return a->floor_ns() < b->floor_ns(); };
    return std::min_element(streams_.begin(), streams_.end(), earlier)->get();
  }

  /// All that starts before `bound_ns`, which no row that is still to be read does.
  void Collect(int64_t bound_ns, TraceChunk* chunk) {
    for (;;) {
      MergeStream* first = nullptr;
      for (const auto& stream : streams_) {
        const QueuedIo* const next = stream->Next(bound_ns);
        if (next == nullptr) continue;
        if (first == nullptr || next->queue_ns < first->Next(bound_ns)->queue_ns)
          first = stream.get();
      }
      if (first == nullptr) break;
      first->Give(chunk);
    }
    for (const auto& stream : streams_) stream->GiveRequests(bound_ns, &requests_out_, chunk);
  }

  MergedInfo info_;
  std::vector<std::unique_ptr<MergeStream>> streams_;
  uint64_t queued_out_ = 0, requests_out_ = 0;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceReader>> MakeMergeReader(std::vector<MergePart> parts,
                                                             ImportLog* log) {
  CHECK(!parts.empty());
  auto reader = std::make_unique<MergeReader>();
  IOREEL_RETURN_IF_ERROR(reader->Open(std::move(parts), log));
  return reader;
}

}  // namespace ioreel
