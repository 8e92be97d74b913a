#include "formats/edit/merge_stream.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/status_macros.h"

namespace ioreel {

MergeStream::MergeStream(MergePart part, MergedInfo* info, ImportLog* log)
    : part_(std::move(part)), clock_(part_.start_ns, part_.speed), names_(info), requests_(log) {
  CHECK(part_.repeat > 0 && part_.speed > 0);
}

absl::Status MergeStream::Open() {
  IOREEL_ASSIGN_OR_RETURN(reader_, part_.open());
  return absl::OkStatus();
}

absl::Status MergeStream::Fill() {
  IOREEL_ASSIGN_OR_RETURN(const bool more, reader_->Read(&in_));
  IOREEL_RETURN_IF_ERROR(names_.Learn(reader_->info(), in_));
  if (!more) return EndPass();
  IOREEL_RETURN_IF_ERROR(Translate());
  Hold();
  return Advance();
}

absl::Status MergeStream::EndPass() {
  if (!names_.EndPass(reader_->info(), [this](int64_t* time_ns) { return clock_.Move(time_ns); }))
    return TimesDoNotFit();
  reader_.reset();
  if (++passes_ == part_.repeat) {
    floor_ns_ = kEnd;
    return absl::OkStatus();
  }
  first_request_ = next_request_;
  return clock_.NextPass() ? Open() : TimesDoNotFit();
}

absl::Status MergeStream::TimesDoNotFit() const {
  return absl::InvalidArgumentError(
      absl::StrCat(part_.name, ": its times do not fit where the merge puts them"));
}

/// The chunk's rows at their new times, with their new tasks and devices.
absl::Status MergeStream::Translate() {
  bool fits = true;
  const auto move = [&](auto&... times_ns) { ((fits &= clock_.MoveRow(&times_ns)), ...); };
  for (QueuedIo& io : in_.queued) {
    move(io.queue_ns, io.issue_ns, io.complete_ns);
    names_.Rename(&io);
  }
  for (IssuedRequest& request : in_.requests) {
    move(request.issue_ns, request.complete_ns);
    names_.Rename(&request);
  }
  in_.first_request += first_request_;
  next_request_ = in_.first_request + in_.requests.size();
  for (IoLink& link : in_.links) link.request += first_request_;
  for (RequestEvent& event : in_.events) {
    move(event.time_ns, event.issue_ns);
    event.request += first_request_;
  }
  return fits ? absl::OkStatus() : TimesDoNotFit();
}

void MergeStream::Hold() {
  requests_.Hold(in_);
  auto link = in_.links.begin();
  for (size_t i = 0; i < in_.queued.size(); ++i) {
    Waiting& waiting = queued_.emplace_back();
    waiting.io = in_.queued[i];
    for (; link != in_.links.end() && link->queued == in_.first_queued + i; ++link) {
      requests_.Join(link->request, waiting.io);
      waiting.requests.push_back(link->request);
    }
  }
}

absl::Status MergeStream::Advance() {
  const int64_t before_ns = floor_ns_;
  for (const QueuedIo& io : in_.queued) {
    if (io.queue_ns != kNoTime && io.queue_ns < before_ns)
      return absl::DataLossError(absl::StrCat(part_.name, ": the trace is out of order"));
    floor_ns_ = std::max(floor_ns_, io.queue_ns);
  }
  if (in_.queued.empty()) floor_ns_ = std::max(floor_ns_, LatestIssue(in_));
  return absl::OkStatus();
}

void MergeStream::Give(TraceChunk* chunk) {
  const uint64_t ordinal = chunk->first_queued + chunk->queued.size();
  for (const uint64_t request : queued_.front().requests) requests_.Link(ordinal, request);
  chunk->queued.push_back(queued_.front().io);
  queued_.pop_front();
}

void MergeStream::GiveRequests(int64_t bound_ns, uint64_t* next_request, TraceChunk* chunk) {
  requests_.Settle(bound_ns,
                   [](const RequestShelf::Held&) { return RequestShelf::Fate::kGoesOut; });
  requests_.Give([](IssuedRequest*) {}, next_request, chunk);
}

}  // namespace ioreel
