#include "tests/support/vector_trace.h"

#include <utility>

namespace ioreel {
namespace {

class VectorReader : public TraceReader {
 public:
  VectorReader(TraceInfo info, std::vector<TraceChunk> chunks)
      : info_(std::move(info)), chunks_(std::move(chunks)) {}

  const TraceInfo& info() const override { return info_; }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    if (next_ == chunks_.size()) return false;
    *chunk = chunks_[next_++];
    return true;
  }

 private:
  TraceInfo info_;
  std::vector<TraceChunk> chunks_;
  size_t next_ = 0;
};

}  // namespace

std::unique_ptr<TraceReader> MakeVectorReader(TraceInfo info, std::vector<TraceChunk> chunks) {
  uint64_t queued = 0, requests = 0;
  for (TraceChunk& chunk : chunks) {
    chunk.first_queued = std::exchange(queued, queued + chunk.queued.size());
    chunk.first_request = std::exchange(requests, requests + chunk.requests.size());
  }
  return std::make_unique<VectorReader>(std::move(info), std::move(chunks));
}

}  // namespace ioreel
