#include "formats/edit/smaller_chunks.h"

#include <limits>
#include <utility>

#include "base/status_macros.h"
#include "formats/sort/request_shelf.h"

namespace ioreel {
namespace {

class SmallerChunks : public TraceReader {
 public:
  SmallerChunks(std::unique_ptr<TraceReader> source, uint64_t full, RowWeight weight,
                ImportLog* log)
      : source_(std::move(source)), full_(full), weight_(std::move(weight)), requests_(log) {}

  const TraceInfo& info() const override { return source_->info(); }
  bool complete() const override { return source_->complete(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    chunk->first_queued = queued_out_;
    chunk->first_request = requests_out_;
    weighs_ = 0;
    while (TakeRequests() && weighs_ < full_) {
      if (next_ < in_.queued.size()) {
        TakeQueued(chunk);
      } else if (!at_end_) {
        IOREEL_RETURN_IF_ERROR(Fill());
      } else {
        break;
      }
    }
    requests_.Give([](IssuedRequest*) {}, &requests_out_, chunk);
    OrderRelations(chunk);
    return !chunk->empty();
  }

 private:
  absl::Status Fill() {
    IOREEL_ASSIGN_OR_RETURN(const bool more, source_->Read(&in_));
    at_end_ = !more;
    requests_.Hold(in_);
    link_ = in_.links.begin();
    next_ = 0;
    floor_ns_ = at_end_ ? std::numeric_limits<int64_t>::max() : LatestIssue(in_);
    return absl::OkStatus();
  }

  /// Takes the requests that were issued before what comes next; false when there are too many.
  bool TakeRequests() {
    if (next_ < in_.queued.size()) floor_ns_ = in_.queued[next_].queue_ns;
    return requests_.Settle(floor_ns_, [this](const RequestShelf::Held& held) {
      if (weighs_ >= full_) return RequestShelf::Fate::kMustWait;
      weighs_ += weight_(held.row.op, held.row.length);
      return RequestShelf::Fate::kGoesOut;
    });
  }

  /// Takes the next queued I/O, and the requests that it joined.
  void TakeQueued(TraceChunk* chunk) {
    const QueuedIo& io = in_.queued[next_];
    weighs_ += weight_(io.op, io.length);
    chunk->queued.push_back(io);
    for (; link_ != in_.links.end() && link_->queued == in_.first_queued + next_; ++link_) {
      const RequestShelf::Held* const held = requests_.Join(link_->request, io);
      if (held != nullptr && held->state == RequestShelf::Held::State::kWaits)
        weighs_ += weight_(held->row.op, held->row.length);
      requests_.Link(queued_out_, link_->request);
    }
    ++queued_out_;
    ++next_;
  }

  std::unique_ptr<TraceReader> source_;
  const uint64_t full_;
  const RowWeight weight_;
  TraceChunk in_;
  size_t next_ = 0;  ///< of in_.queued
  std::vector<IoLink>::const_iterator link_;
  int64_t floor_ns_ = kNoTime;  ///< no request that is still to be read was issued before it
  RequestShelf requests_;
  uint64_t weighs_ = 0;  ///< of the chunk that is being made
  uint64_t queued_out_ = 0, requests_out_ = 0;
  bool at_end_ = false;
};

}  // namespace

std::unique_ptr<TraceReader> MakeSmallerChunks(std::unique_ptr<TraceReader> source, uint64_t full,
                                               RowWeight weight, ImportLog* log) {
  return std::make_unique<SmallerChunks>(std::move(source), full, std::move(weight), log);
}

}  // namespace ioreel
