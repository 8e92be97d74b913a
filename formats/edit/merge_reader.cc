#include "formats/edit/merge_reader.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/edit/merged_info.h"
#include "formats/sort/request_shelf.h"

namespace ioreel {
namespace {

constexpr int64_t kEnd = std::numeric_limits<int64_t>::max();

/// A part while it is read: its rows, at their new times, until they go out.
class Stream {
 public:
  Stream(MergePart part, MergedInfo* info) : part_(std::move(part)), names_(info) {}

  absl::Status Open() {
    IOREEL_ASSIGN_OR_RETURN(reader_, part_.open());
    zero_ns_ = part_.start_ns;
    return absl::OkStatus();
  }

  /// Rows that are still to be read start at it or later; kEnd = there are none.
  int64_t floor_ns() const { return floor_ns_; }

  /// Reads another chunk.
  absl::Status Fill() {
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader_->Read(&in_));
    IOREEL_RETURN_IF_ERROR(names_.Learn(reader_->info()));
    if (!more) return EndPass();
    IOREEL_RETURN_IF_ERROR(Translate());
    requests_.Hold(in_);
    auto link = in_.links.begin();
    for (size_t i = 0; i < in_.queued.size(); ++i) {
      Waiting& waiting = queued_.emplace_back();
      waiting.io = in_.queued[i];
      for (; link != in_.links.end() && link->queued == in_.first_queued + i; ++link) {
        if (requests_.Join(link->request, waiting.io) != nullptr)
          waiting.requests.push_back(link->request);
      }
    }
    return Advance();
  }

  /// The next queued I/O; nullptr when none starts before `bound_ns`.
  const QueuedIo* Next(int64_t bound_ns) const {
    if (queued_.empty() || queued_.front().io.queue_ns >= bound_ns) return nullptr;
    return &queued_.front().io;
  }
  /// Moves it to `chunk`. REQUIRES: it is there.
  void Give(TraceChunk* chunk) {
    const uint64_t ordinal = chunk->first_queued + chunk->queued.size();
    for (const uint64_t request : queued_.front().requests) requests_.Link(ordinal, request);
    chunk->queued.push_back(queued_.front().io);
    queued_.pop_front();
  }
  void GiveRequests(int64_t bound_ns, uint64_t* next_request, TraceChunk* chunk) {
    requests_.Settle(bound_ns,
                     [](const RequestShelf::Held&) { return RequestShelf::Fate::kGoesOut; });
    requests_.Give([](IssuedRequest*) {}, next_request, chunk);
  }

 private:
  struct Waiting {
    QueuedIo io;
    std::vector<uint64_t> requests;  ///< as `requests_` knows them
  };

  static int64_t Known(int64_t time_ns) { return time_ns == kNoTime ? kEnd : time_ns; }

  absl::Status EndPass() {
    if (!names_.EndPass(reader_->info(), [this](int64_t* time_ns) { return Move(time_ns); }))
      return TimesDoNotFit();
    reader_.reset();
    if (++passes_ == part_.repeat) {
      floor_ns_ = kEnd;
      return absl::OkStatus();
    }
    IOREEL_ASSIGN_OR_RETURN(reader_, part_.open());
    IOREEL_RETURN_IF_ERROR(StartBehindLastPass());
    first_request_ = next_request_;
    return absl::OkStatus();
  }

  /// The first time of the next pass comes to lie where the last of this one is.
  absl::Status StartBehindLastPass() {
    if (latest_ns_ == kNoTime) return absl::OkStatus();
    const int64_t ahead_ns = earliest_ns_ < part_.start_ns ? earliest_ns_ : part_.start_ns;
    const std::optional<int64_t> lead_ns = CheckedAdd(part_.start_ns, -ahead_ns);
    const auto zero_ns = lead_ns ? CheckedAdd(latest_ns_, *lead_ns) : std::nullopt;
    if (!zero_ns) return TimesDoNotFit();
    zero_ns_ = *zero_ns;
    return absl::OkStatus();
  }

  absl::Status TimesDoNotFit() const {
    return absl::InvalidArgumentError(
        absl::StrCat(part_.name, ": its times do not fit where the merge puts them"));
  }

  /// False when the time does not fit.
  bool Move(int64_t* time_ns) const {
    if (*time_ns == kNoTime) return true;
    int64_t from_zero_ns = *time_ns;
    if (part_.speed != 1) {
      const double scaled = static_cast<double>(*time_ns) / part_.speed;
      if (std::abs(scaled) >= 0x1p62) return false;
      from_zero_ns = std::llround(scaled);
    }
    const std::optional<int64_t> moved = CheckedAdd(zero_ns_, from_zero_ns);
    *time_ns = moved.value_or(kNoTime);
    return moved.has_value();
  }

  /// The chunk's rows at their new times, with their new tasks and devices.
  absl::Status Translate() {
    bool fits = true;
    const auto times = [&](auto&... time_ns) {
      ((fits &= Move(&time_ns)), ...);
      ((latest_ns_ = std::max(latest_ns_, time_ns)), ...);
      if (passes_ == 0) ((earliest_ns_ = std::min(earliest_ns_, Known(time_ns))), ...);
    };
    for (QueuedIo& io : in_.queued) {
      times(io.queue_ns, io.issue_ns, io.complete_ns);
      names_.Rename(&io);
    }
    for (IssuedRequest& request : in_.requests) {
      times(request.issue_ns, request.complete_ns);
      names_.Rename(&request);
    }
    in_.first_request += first_request_;
    next_request_ = in_.first_request + in_.requests.size();
    for (IoLink& link : in_.links) link.request += first_request_;
    for (RequestEvent& event : in_.events) {
      times(event.time_ns, event.issue_ns);
      event.request += first_request_;
    }
    return fits ? absl::OkStatus() : TimesDoNotFit();
  }

  absl::Status Advance() {
    const int64_t before_ns = floor_ns_;
    for (const QueuedIo& io : in_.queued) {
      if (io.queue_ns != kNoTime && io.queue_ns < before_ns)
        return absl::DataLossError(absl::StrCat(part_.name, ": the trace is out of order"));
      floor_ns_ = std::max(floor_ns_, io.queue_ns);
    }
    if (in_.queued.empty()) floor_ns_ = std::max(floor_ns_, LatestIssue(in_));
    return absl::OkStatus();
  }

  MergePart part_;
  PartNames names_;
  std::unique_ptr<TraceReader> reader_;
  TraceChunk in_;
  std::deque<Waiting> queued_;
  RequestShelf requests_;
  int passes_ = 0;
  uint64_t first_request_ = 0,
           next_request_ = 0;   ///< of this pass and behind its last, on the shelf
  int64_t zero_ns_ = 0;         ///< where the pass's time 0 lies
  int64_t earliest_ns_ = kEnd;  ///< of the first pass
  int64_t latest_ns_ = kNoTime, floor_ns_ = kNoTime;
};

class MergeReader : public TraceReader {
 public:
  absl::Status Open(std::vector<MergePart> parts) {
    info_.Begin(parts);
    for (MergePart& part : parts) {
      CHECK(part.repeat > 0 && part.speed > 0);
      streams_.push_back(std::make_unique<Stream>(std::move(part), &info_));
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
      Stream* const behind = FurthestBehind();
      const bool at_end = behind->floor_ns() == kEnd;
      if (!at_end) IOREEL_RETURN_IF_ERROR(behind->Fill());
      Collect(FurthestBehind()->floor_ns(), chunk);
      if (at_end) break;
    }
    OrderRelations(chunk);
    queued_out_ += chunk->queued.size();
    return !chunk->empty();
  }

 private:
  Stream* FurthestBehind() const {
    const auto earlier = [](const auto& a, const auto& b) { return a->floor_ns() < b->floor_ns(); };
    return std::min_element(streams_.begin(), streams_.end(), earlier)->get();
  }

  /// All that starts before `bound_ns`, which no row that is still to be read does.
  void Collect(int64_t bound_ns, TraceChunk* chunk) {
    for (;;) {
      Stream* first = nullptr;
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
  std::vector<std::unique_ptr<Stream>> streams_;
  uint64_t queued_out_ = 0, requests_out_ = 0;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceReader>> MakeMergeReader(std::vector<MergePart> parts) {
  CHECK(!parts.empty());
  auto reader = std::make_unique<MergeReader>();
  IOREEL_RETURN_IF_ERROR(reader->Open(std::move(parts)));
  return reader;
}

}  // namespace ioreel
