#include "formats/edit/split_reader.h"

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "formats/edit/smaller_chunks.h"
#include "formats/sort/request_shelf.h"

namespace ioreel {
namespace {

/// The pieces of a row of the source: ordinals of the result, one after another.
struct Pieces {
  uint64_t first = 0, count = 0;
  uint64_t offset = 0, length = 0;  ///< of the whole
};

constexpr uint64_t kChunkPieces = 1 << 16;
constexpr uint64_t kMostPieces = 1 << 18;  // of one I/O

uint64_t PiecesOf(Op op, uint64_t length, uint64_t most_bytes) {
  return NeedsLength(op) && length > most_bytes ? (length - 1) / most_bytes + 1 : 1;
}

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
      requests_.push_back(Cut(request, &requests_out_, &chunk->requests, &cut_requests_));
    CutQueued(chunk);
    for (RequestEvent event : in_.events) {
      const Pieces* const pieces = Find(event.request);
      if (pieces == nullptr) continue;
      event.request = pieces->first;
      chunk->events.push_back(event);
    }
    while (requests_.size() > kRemembered) {
      requests_.pop_front();
      ++first_known_;
    }
    return true;
  }

 private:
  static constexpr size_t kRemembered = 1 << 18;  ///< requests that later links may name

  template <typename Row>
  absl::Status CheckPieces(const Row& row) const {
    if (PiecesOf(row.op, row.length, most_bytes_) <= kMostPieces) return absl::OkStatus();
    return absl::InvalidArgumentError(absl::StrCat(
        "--split ", FormatSize(most_bytes_), ": a ", OpName(row.op), " of ", FormatSize(row.length),
        " would become more than ", FormatCount(kMostPieces), " pieces; choose a larger size"));
  }

  template <typename Row>
  Pieces Cut(const Row& whole, uint64_t* next, std::vector<Row>* out, uint64_t* cut) {
    const Pieces pieces{*next, PiecesOf(whole.op, whole.length, most_bytes_), whole.offset,
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
        if (const Pieces* const request = Find(link->request)) Join(queued, *request, chunk);
      }
    }
    OrderRelations(chunk);
  }

  const Pieces* Find(uint64_t request) const {
    const uint64_t place = request - first_known_;
    return request < first_known_ || place >= requests_.size() ? nullptr : &requests_[place];
  }

  /// Pieces of `rows` that have bytes in [begin, end): the first and one past the last.
  std::pair<uint64_t, uint64_t> Touching(const Pieces& rows, uint64_t begin, uint64_t end) const {
    if (rows.count == 1) return {0, 1};
    const uint64_t first = (std::max(begin, rows.offset) - rows.offset) / most_bytes_;
    const uint64_t last =
        (std::min(end, rows.offset + rows.length) - 1 - rows.offset) / most_bytes_;
    return {first, last + 1};
  }

  void Join(const Pieces& queued, const Pieces& request, TraceChunk* chunk) const {
    const uint64_t begin = std::max(queued.offset, request.offset);
    const uint64_t end = std::min(queued.offset + queued.length, request.offset + request.length);
    if (begin >= end) {  // merged discards and flushes say nothing of where
      chunk->links.push_back({queued.first, request.first});
      return;
    }
    const auto [first, last] = Touching(queued, begin, end);
    for (uint64_t i = first; i < last; ++i) {
      const uint64_t from = std::max(begin, queued.offset + i * most_bytes_);
      const uint64_t to =
          i + 1 == queued.count ? end : std::min(end, queued.offset + (i + 1) * most_bytes_);
      const auto [first_request, last_request] = Touching(request, from, to);
      for (uint64_t j = first_request; j < last_request; ++j)
        chunk->links.push_back({queued.first + i, request.first + j});
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
  std::deque<Pieces> requests_;  ///< by the source's ordinal, without gaps
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
      [most_bytes](Op op, uint64_t length) { return PiecesOf(op, length, most_bytes); });
  return std::make_unique<SplitReader>(std::move(few_pieces), most_bytes, log);
}

}  // namespace ioreel
