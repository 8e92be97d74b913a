#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "formats/container/field_coder.h"

namespace ioreel {

/// Walks over the rows of one block, table by table, and codes each field with what the rows
/// before it foretell. For both directions, as FieldCoder. Only for column_codec.cc.
template <typename Streams>
class BlockCoder {
 public:
  /// Decoding, `block` has as many rows as `summary` says, and they are set.
  BlockCoder(Streams* streams, const BlockScale& scale, const BlockSummary& summary,
             BlockRows* block)
      : code_(streams, scale), summary_(summary), pieces_(block->pieces), rows_(block->rows) {}

  /// False when a decoded value is none that rows can have.
  bool Run() {
    CodePieces();
    CodeQueued();
    CodeLinks();
    CodeRequests();
    CodeAnswers();
    CodeEvents();
    return code_.sound();
  }
  const Needed& needed() const { return code_.needed(); }

 private:
  /// What the queued I/Os that joined a request foretell of it.
  struct RequestHint {
    const QueuedIo* first = nullptr;  ///< nullptr: none joined
    uint64_t offset = UINT64_MAX, end = 0;
    int64_t queue_ns = kNoTime;  ///< of the last one
  };
  /// What its requests foretell of a queued I/O.
  struct Answer {
    int64_t issue_ns = kNoTime, complete_ns = kNoTime;
  };

  void CodePieces();
  void CodeQueued();
  void CodeLinks();
  std::vector<RequestHint> HintsForRequests() const;
  void CodeRequests();
  void CodeRange(IssuedRequest& request, RequestHint hint, uint64_t* end);
  std::vector<Answer> AnswersOfRequests() const;
  void CodeAnswers();
  int64_t FlushCompletion(int64_t after_ns);
  void CodeEvents();

  template <typename Row>
  void CodeProfile(BlockStream stream, Row& row, RecentValues<Profile>& recent,
                   const QueuedIo* foretold);
  template <typename Visit>
  void ForEachLinkInside(Visit visit) const;

  FieldCoder<Streams> code_;
  const BlockSummary& summary_;
  std::vector<PieceSize>& pieces_;
  TraceChunk& rows_;
  size_t next_flush_ = 0;  ///< request row
};

template <typename Streams>
void BlockCoder<Streams>::CodePieces() {
  auto pieces = static_cast<uint32_t>(pieces_.size());
  code_.Number(kPieceSizes, pieces);
  code_.Require(pieces <= kMaxRows);
  if (!code_.sound()) return;
  pieces_.resize(pieces);
  uint64_t queued = 0, requests = 0, links = 0, events = 0;
  for (PieceSize& piece : pieces_) {
    code_.Number(kPieceSizes, piece.queued);
    code_.Number(kPieceSizes, piece.requests);
    code_.Number(kPieceSizes, piece.links);
    code_.Number(kPieceSizes, piece.events);
    queued += piece.queued;
    requests += piece.requests;
    links += piece.links;
    events += piece.events;
  }
  code_.Require(queued == summary_.queued && requests == summary_.requests &&
                links == summary_.links && events <= kMaxRows);
  if (code_.sound()) rows_.events.resize(events);
}

template <typename Streams>
template <typename Row>
void BlockCoder<Streams>::CodeProfile(BlockStream stream, Row& row, RecentValues<Profile>& recent,
                                      const QueuedIo* foretold) {
  Profile usual;
  if (foretold != nullptr) usual = Profile::Of(*foretold);
  Profile profile = Profile::Of(row);
  code_.RecentProfile(stream, profile, recent, foretold != nullptr ? &usual : nullptr);
  if constexpr (!Streams::kEncoding) profile.GiveTo(row);
}

template <typename Streams>
void BlockCoder<Streams>::CodeQueued() {
  RecentValues<Profile> profiles;
  RecentValues<uint64_t> lengths;
  RecentValues<uint16_t> cpus;
  OffsetForecast offsets;
  int64_t before_ns = kNoTime;
  uint32_t fraction = ClockGrid::kHalf;
  for (QueuedIo& io : rows_.queued) {
    CodeProfile(kQueuedProfile, io, profiles, nullptr);
    code_.RecentNumber(kQueuedCpu, io.cpu, cpus);
    code_.RecentNumber(kQueuedLength, io.length, lengths);
    if (HasRange(io.op)) {
      code_.Offset(io.offset, offsets);
      offsets.Learn(io.offset, io.offset + io.length);
    } else {
      code_.Number(kLiterals, io.offset);
    }
    code_.Time(kQueueTicks, io.queue_ns, before_ns, 0, &fraction);
    before_ns = io.queue_ns;
  }
}

template <typename Streams>
void BlockCoder<Streams>::CodeLinks() {
  IoLink before{summary_.first_queued, summary_.first_request};
  for (IoLink& link : rows_.links) {
    code_.Number(kLinkQueued, link.queued, before.queued);
    code_.Number(kLinkRequest, link.request, before.request);
    code_.Require(link.queued < summary_.first_queued + summary_.queued &&
                  link.request < summary_.first_request + summary_.requests);
    before = link;
  }
}

/// visit(queued row, request row) for the links whose both rows stand in this block.
template <typename Streams>
template <typename Visit>
void BlockCoder<Streams>::ForEachLinkInside(Visit visit) const {
  for (const IoLink& link : rows_.links) {
    const uint64_t queued = link.queued - summary_.first_queued;
    const uint64_t request = link.request - summary_.first_request;
    if (queued < rows_.queued.size() && request < rows_.requests.size()) visit(queued, request);
  }
}

template <typename Streams>
auto BlockCoder<Streams>::HintsForRequests() const -> std::vector<RequestHint> {
  std::vector<RequestHint> hints(rows_.requests.size());
  ForEachLinkInside([&](uint64_t queued, uint64_t request) {
    const QueuedIo& io = rows_.queued[queued];
    RequestHint& hint = hints[request];
    if (hint.first == nullptr) hint.first = &io;
    hint.offset = std::min(hint.offset, io.offset);
    hint.end = std::max(hint.end, io.offset + io.length);
    hint.queue_ns = std::max(hint.queue_ns, io.queue_ns);
  });
  return hints;
}

/// A request covers what joined it; of an I/O that was split it covers what is left.
template <typename Streams>
void BlockCoder<Streams>::CodeRange(IssuedRequest& request, RequestHint hint, uint64_t* end) {
  if (hint.first == nullptr) hint.offset = hint.end = HasRange(request.op) ? *end : 0;
  if (hint.offset < *end && *end < hint.end) hint.offset = *end;
  code_.Number(kRequestOffset, request.offset, hint.offset);
  code_.Number(kRequestLength, request.length, hint.end - request.offset);
  if (HasRange(request.op)) *end = request.offset + request.length;
}

template <typename Streams>
void BlockCoder<Streams>::CodeRequests() {
  const std::vector<RequestHint> hints = HintsForRequests();
  RecentValues<Profile> profiles;
  uint16_t cpu = 0;
  uint64_t end = 0;
  int64_t issue_ns = kNoTime, complete_ns = kNoTime;
  for (size_t i = 0; i < hints.size(); ++i) {
    IssuedRequest& request = rows_.requests[i];
    const RequestHint& hint = hints[i];
    CodeProfile(kRequestProfile, request, profiles, hint.first);
    code_.Number(kRequestCpu, request.cpu, hint.first != nullptr ? hint.first->cpu : cpu);
    cpu = request.cpu;
    CodeRange(request, hint, &end);
    if (hint.queue_ns > issue_ns) {
      code_.Time(kIssueAfterQueue, request.issue_ns, hint.queue_ns);
    } else {
      code_.Time(kIssueAfterIssue, request.issue_ns, issue_ns);
    }
    issue_ns = request.issue_ns;
    if (issue_ns > complete_ns) {
      code_.Time(kCompleteAfterIssue, request.complete_ns, issue_ns);
    } else {
      code_.Time(kCompleteAfterComplete, request.complete_ns, complete_ns);
    }
    if (request.complete_ns != kNoTime) complete_ns = request.complete_ns;
  }
}

template <typename Streams>
auto BlockCoder<Streams>::AnswersOfRequests() const -> std::vector<Answer> {
  std::vector<Answer> answers(rows_.queued.size());
  ForEachLinkInside([&](uint64_t queued, uint64_t row) {
    const IssuedRequest& request = rows_.requests[row];
    Answer& answer = answers[queued];
    if (answer.issue_ns == kNoTime || request.issue_ns < answer.issue_ns) {
      answer.issue_ns = request.issue_ns;
    }
    answer.complete_ns = std::max(answer.complete_ns, request.complete_ns);
  });
  return answers;
}

/// Completion of the next flush request that was issued at or after `after_ns`; it is never
/// looked for behind one that was passed over. kNoTime when there is none.
template <typename Streams>
int64_t BlockCoder<Streams>::FlushCompletion(int64_t after_ns) {
  for (; next_flush_ < rows_.requests.size(); ++next_flush_) {
    const IssuedRequest& request = rows_.requests[next_flush_];
    if (request.op == Op::kFlush && request.issue_ns >= after_ns) return request.complete_ns;
  }
  return kNoTime;
}

/// A queued I/O is issued with the first of its requests and complete with the last; an empty
/// flush with a flush of the kernel's own, and so is a FUA write where the last one was.
template <typename Streams>
void BlockCoder<Streams>::CodeAnswers() {
  const std::vector<Answer> answers = AnswersOfRequests();
  bool fua_by_flush = false;
  for (size_t i = 0; i < answers.size(); ++i) {
    QueuedIo& io = rows_.queued[i];
    const Answer& answer = answers[i];
    const int64_t known_ns = io.queue_ns != kNoTime ? io.queue_ns : 0;
    code_.Time(kQueuedIssue, io.issue_ns, answer.issue_ns, known_ns);

    int64_t complete_ns = answer.complete_ns;
    const bool fua = (io.flags & kFua) != 0;
    if (fua ? fua_by_flush : io.op == Op::kFlush) {
      const int64_t flushed_ns = FlushCompletion(std::max(known_ns, complete_ns));
      if (flushed_ns != kNoTime) complete_ns = flushed_ns;
    }
    code_.Time(kQueuedComplete, io.complete_ns, complete_ns, known_ns);
    if (fua) fua_by_flush = io.complete_ns != answer.complete_ns;
  }
}

template <typename Streams>
void BlockCoder<Streams>::CodeEvents() {
  uint64_t request = summary_.first_request;
  int64_t time_ns = 0;
  for (RequestEvent& event : rows_.events) {
    code_.Number(kEventFields, event.request, request);
    auto kind = static_cast<uint8_t>(event.kind);
    code_.Number(kEventFields, kind);
    code_.Require(kind <= static_cast<uint8_t>(RequestEvent::Kind::kPartialComplete) &&
                  event.request < summary_.first_request + summary_.requests);
    event.kind = static_cast<RequestEvent::Kind>(kind);
    code_.Time(kEventFields, event.time_ns, time_ns);
    code_.Time(kEventFields, event.issue_ns, event.time_ns);
    code_.Number(kEventFields, event.bytes);
    code_.Number(kEventFields, event.error);
    request = event.request;
    time_ns = event.time_ns;
  }
}

}  // namespace ioreel
