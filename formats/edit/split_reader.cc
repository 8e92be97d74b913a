#include "formats/edit/split_reader.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "formats/edit/pieces.h"
#include "formats/edit/smaller_chunks.h"
#include "formats/sort/request_shelf.h"

namespace ioreel {
namespace {

constexpr uint64_t kChunkPieces = 1 << 16;
constexpr uint64_t kMostPieces = 1 << 18;  // of one I/O

class SplitReader : public TraceReader {
 public:
  /// `source`: in chunks whose pieces are few.
  SplitReader(std::unique_ptr<TraceReader> source, uint64_t most_bytes, ImportLog* log)
      : source_(std::move(source)), most_bytes_(most_bytes), log_(log) {}

  const TraceInfo& info() const override { return source_->info(); }
  bool complete() const override { return source_->complete(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    chunk->first_queued = queued_out_;
    chunk->first_request = requests_out_;
    IOREEL_ASSIGN_OR_RETURN(const bool more, source_->Read(&in_));
    if (!more) {
      Report();
      return false;
    }
    for (const QueuedIo& io : in_.queued) IOREEL_RETURN_IF_ERROR(CheckPieces(io));
    for (const IssuedRequest& request : in_.requests) IOREEL_RETURN_IF_ERROR(CheckPieces(request));
    if (requests_.empty()) first_known_ = in_.first_request;
    for (const IssuedRequest& request : in_.requests)
      requests_.push_back(
          {Cut(request, &requests_out_, &chunk->requests, &cut_requests_), request.issue_ns});
    CutQueued(chunk);
    for (RequestEvent event : in_.events) {
      const Pieces* const pieces = Find(event.request, "event");
      if (pieces == nullptr) continue;
      event.request = pieces->first;
      chunk->events.push_back(event);
    }
    OrderRelations(chunk);
    Forget();
    return true;
  }

 private:
  struct Known {
    Pieces pieces;
    int64_t issue_ns;
  };

  template <typename Row>
  absl::Status CheckPieces(const Row& row) const {
    if (CountPieces(row.op, row.length, most_bytes_) <= kMostPieces) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "--split ", FormatSize(most_bytes_), ": a ", OpName(row.op), " of ", FormatSize(row.length),
        " would become more than ", FormatCount(kMostPieces), " pieces; choose a larger size"));
  }

  template <typename Row>
  Pieces Cut(const Row& whole, uint64_t* next, std::vector<Row>* out, uint64_t* cut) {
    const Pieces pieces{*next, CountPieces(whole.op, whole.length, most_bytes_), whole.offset,
                        whole.length};
    *cut += pieces.count > 1;
    Row piece = whole;
    for (uint64_t i = 0; i < pieces.count; ++i) {
      if (pieces.count > 1) {
        piece.offset = whole.offset + i * most_bytes_;
        piece.length = std::min(most_bytes_, whole.length - i * most_bytes_);
      }
      out->push_back(piece);
      piece.flags = static_cast<IoFlags>(piece.flags & ~kPreflush);
    }
    *next += pieces.count;
    return pieces;
  }

  void CutQueued(TraceChunk* chunk) {
    auto link = in_.links.begin();
    for (size_t i = 0; i < in_.queued.size(); ++i) {
      const Pieces queued = Cut(in_.queued[i], &queued_out_, &chunk->queued, &cut_queued_);
      for (; link != in_.links.end() && link->queued == in_.first_queued + i; ++link) {
        if (const Pieces* const request = Find(link->request, "link"))
          JoinPieces(queued, *request, most_bytes_, &chunk->links);
      }
    }
  }

  /// nullptr, counted, for one that is not known any longer.
  const Pieces* Find(uint64_t request, absl::string_view what) const {
    const uint64_t place = request - first_known_;
    if (request >= first_known_ && place < requests_.size()) return &requests_[place].pieces;
    RequestShelf::CountForgotten(what, log_);
    return nullptr;
  }

  /// As RequestShelf does: what queued I/Os may still join stays known.
  void Forget() {
    const int64_t floor_ns = in_.queued.empty() ? LatestIssue(in_) : in_.queued.back().queue_ns;
    while (requests_.size() > RequestShelf::kRemembered && requests_.front().issue_ns < floor_ns) {
      requests_.pop_front();
      ++first_known_;
    }
  }

  void Report() const {
    if (cut_queued_ + cut_requests_ == 0) return;
    log_->Add("split", ImportLog::Severity::kNotice, "",
              absl::StrCat("cut into pieces: ", FormatCount(cut_queued_, "queued I/O"), " and ",
                           FormatCount(cut_requests_, "request"), " of more than ",
                           FormatSize(most_bytes_)));
  }

  std::unique_ptr<TraceReader> source_;
  uint64_t most_bytes_;
  ImportLog* log_;
  TraceChunk in_;
  std::deque<Known> requests_;  ///< by the source's ordinal, without gaps
  uint64_t first_known_ = 0;
  uint64_t queued_out_ = 0, requests_out_ = 0;
  uint64_t cut_queued_ = 0, cut_requests_ = 0;
};

}  // namespace

std::unique_ptr<TraceReader> MakeSplitReader(std::unique_ptr<TraceReader> source,
                                             uint64_t most_bytes, ImportLog* log) {
  CHECK(most_bytes > 0);
  auto few_pieces = MakeSmallerChunks(
      std::move(source), kChunkPieces,
      [most_bytes](Op op, uint64_t length) { return CountPieces(op, length, most_bytes); }, log);
  return std::make_unique<SplitReader>(std::move(few_pieces), most_bytes, log);
}

}  // namespace ioreel
