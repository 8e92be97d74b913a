#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <vector>

#include "formats/container/clock_grid.h"
#include "formats/container/column_codec.h"
#include "formats/container/recent_values.h"
#include "formats/container/streams.h"

/// Only for column_codec.cc: the columns of a block, described once for both directions.

namespace ioreel {

/// Symbol streams, in the order in which they are stored.
enum BlockStream : int {
  kPieceSizes,
  kProfileFields,
  kQueuedProfile,
  kQueuedCpu,
  kQueuedLength,
  kOffsetSource,
  kOffsetAfterSame,   ///< pages from the end of the last I/O of the same profile
  kOffsetAfterPrior,  ///< pages from where the trace went the last time it was here
  kOffsetInPage,
  kQueueTime,
  kLinkQueued,
  kLinkRequest,
  kRequestProfile,
  kRequestSame,
  kRequestCpu,
  kRequestOffset,
  kRequestLength,
  kIssueAfterIssue,  ///< ticks from the issue before
  kIssueAfterQueue,  ///< ticks from the queue time of the last I/O that joined
  kCompleteAfterComplete,
  kCompleteAfterIssue,
  kQueuedIssue,
  kQueuedComplete,
  kTimeRemainder,
  kEventFields,
  kLiterals,  ///< lengths and CPUs that are new
  kBlockStreams
};

/// What rows have in common with many others.
struct Profile {
  uint32_t task = kNoTask;
  int32_t error = 0;
  uint16_t device = 0;
  IoFlags flags = 0;
  Op op = Op::kRead;
  uint8_t priority = 0;

  bool operator==(const Profile&) const = default;
  template <typename H>
  friend H AbslHashValue(H h, const Profile& p) {
    return H::combine(std::move(h), p.task, p.error, p.device, p.flags, p.op, p.priority);
  }
};

/// How the values of a block are scaled; stored in front of its streams.
struct BlockScale {
  ClockGrid clock;
  int unit_shift = 0;  ///< all offsets and lengths are multiples of 1 << unit_shift
};

/// Walks over the rows of one block and hands each value, with what is foretold of it, to a
/// StreamEncoder or takes it from a StreamDecoder. `block` has its final number of rows.
template <typename Coder>
class BlockCoder {
 public:
  BlockCoder(Coder* coder, const BlockScale& scale, const BlockSummary& summary, BlockRows* block)
      : coder_(*coder), scale_(scale), summary_(summary), block_(*block), rows_(block->rows) {}

  /// False when a decoded value is none that rows can have.
  bool Run() {
    CodePieces();
    CodeQueued();
    CodeLinks();
    CodeRequests();
    CodeAnswers();
    CodeEvents();
    return valid_;
  }
  const Needed& needed() const { return needed_; }

 private:
  static constexpr int kPageShift = 12;
  static constexpr int kSuccessorBits = 15;

  /// What the queued I/Os that joined a request tell of it.
  struct RequestHint {
    uint64_t offset = UINT64_MAX, end = 0;
    int64_t queue_ns = kNoTime;
    const QueuedIo* io = nullptr;
    bool linked() const { return end != 0 || offset != UINT64_MAX; }
  };
  /// What its requests tell of a queued I/O.
  struct Answer {
    int64_t issue_ns = kNoTime, complete_ns = kNoTime;
  };

  void CodePieces();
  void CodeQueued();
  void CodeLinks();
  void CodeRequests();
  void CodeAnswers();
  void CodeEvents();

  template <typename Row>
  uint8_t CodeProfile(int stream, RecentValues<Profile>& recent, Row& row);
  void CodeProfileFields(Profile& profile);
  uint64_t CodeRecent(int stream, RecentValues<uint64_t>& recent, uint64_t value);
  void CodeOffset(uint8_t profile, QueuedIo& io);
  void CodeDistance(int stream, uint64_t foretold, uint64_t& offset);
  void CodeTime(int stream, int64_t foretold, int64_t otherwise, int64_t& time_ns,
                uint32_t* phase = nullptr);
  template <typename T>
  void CodeNumber(int stream, T& value, uint64_t foretold = 0);
  template <typename Visit>
  void ForEachLinkInside(Visit visit);

  Coder& coder_;
  const BlockScale scale_;
  const BlockSummary& summary_;
  BlockRows& block_;
  TraceChunk& rows_;
  Needed needed_;
  bool valid_ = true;

  static constexpr uint8_t kEnds = 8;
  std::array<uint64_t, kEnds> ends_{};
  std::vector<uint64_t> successor_ = std::vector<uint64_t>(size_t{1} << kSuccessorBits);
  size_t place_ = 0;  ///< in successor_, of the offset before
};

template <typename Coder>
template <typename T>
void BlockCoder<Coder>::CodeNumber(int stream, T& value, uint64_t foretold) {
  int64_t rest = static_cast<int64_t>(static_cast<uint64_t>(value) - foretold);
  coder_.Number(stream, rest);
  if constexpr (!Coder::kEncoding) {
    const uint64_t whole = foretold + static_cast<uint64_t>(rest);
    value = static_cast<T>(whole);
    if (static_cast<uint64_t>(value) != whole) valid_ = false;
  }
}

/// A time is as foretold, unknown, or a number of ticks and a remainder from `foretold`, or
/// where that is unknown from `otherwise`.
template <typename Coder>
void BlockCoder<Coder>::CodeTime(int stream, int64_t foretold, int64_t otherwise, int64_t& time_ns,
                                 uint32_t* phase) {
  uint32_t none = 1u << 31;
  if (!phase) phase = &none;
  const auto base = static_cast<uint64_t>(foretold != kNoTime ? foretold : otherwise);
  if constexpr (Coder::kEncoding) {
    if (time_ns == foretold) return coder_.Symbol(stream, 0);
    if (time_ns == kNoTime) return coder_.Symbol(stream, kUnknownSymbol);
    const auto delta = static_cast<int64_t>(static_cast<uint64_t>(time_ns) - base);
    const int64_t ticks = scale_.clock.Ticks(delta);
    coder_.Symbol(stream, ticks == 0 ? kZeroSymbol : NumberSymbol(ticks));
    coder_.Bits(ticks);
    if (scale_.clock.coarse()) {
      const auto rem = static_cast<int64_t>(static_cast<uint64_t>(delta) -
                                            static_cast<uint64_t>(scale_.clock.Ns(ticks, *phase)));
      coder_.Number(kTimeRemainder, rem);
      *phase = scale_.clock.Phase(ticks, rem, *phase);
    }
  } else {
    uint8_t symbol;
    coder_.Symbol(stream, symbol);
    time_ns = foretold;
    if (symbol == 0) return;
    time_ns = kNoTime;
    if (symbol == kUnknownSymbol) return;
    const int64_t ticks = symbol == kZeroSymbol ? 0 : coder_.Bits(symbol);
    int64_t remainder = 0;
    if (scale_.clock.coarse()) coder_.Number(kTimeRemainder, remainder);
    time_ns = static_cast<int64_t>(base + static_cast<uint64_t>(scale_.clock.Ns(ticks, *phase)) +
                                   static_cast<uint64_t>(remainder));
    *phase = scale_.clock.Phase(ticks, remainder, *phase);
  }
}

template <typename Coder>
uint64_t BlockCoder<Coder>::CodeRecent(int stream, RecentValues<uint64_t>& recent, uint64_t value) {
  uint8_t place;
  if constexpr (Coder::kEncoding) place = recent.Find(value);
  coder_.Symbol(stream, place);
  if (place != recent.kMiss) {
    if (place >= recent.size()) valid_ = false;
    return recent[place];
  }
  CodeNumber(kLiterals, value);
  if constexpr (Coder::kEncoding) {
    recent.Add(value);
  } else {
    recent.Replace(value);
  }
  return value;
}

template <typename Coder>
void BlockCoder<Coder>::CodeProfileFields(Profile& profile) {
  uint32_t task = profile.task + 1;  // kNoTask is 0
  CodeNumber(kProfileFields, task);
  CodeNumber(kProfileFields, profile.device);
  CodeNumber(kProfileFields, profile.flags);
  CodeNumber(kProfileFields, profile.priority);
  auto op = static_cast<uint8_t>(profile.op);
  CodeNumber(kProfileFields, op);
  int64_t error = profile.error;
  coder_.Number(kProfileFields, error);
  if (op >= kOpCount || error != static_cast<int32_t>(error)) valid_ = false;
  profile.task = task - 1;
  profile.op = static_cast<Op>(valid_ ? op : 0);
  profile.error = static_cast<int32_t>(error);
  needed_.tasks = std::max(needed_.tasks, task);
  needed_.devices = std::max(needed_.devices, profile.device + 1u);
}

template <typename Coder>
template <typename Row>
uint8_t BlockCoder<Coder>::CodeProfile(int stream, RecentValues<Profile>& recent, Row& row) {
  Profile profile{row.task, row.error, row.device, row.flags, row.op, row.priority};
  uint8_t place;
  if constexpr (Coder::kEncoding) place = recent.Find(profile);
  coder_.Symbol(stream, place);
  if (place == recent.kMiss) {
    CodeProfileFields(profile);
    place = Coder::kEncoding ? recent.Add(profile) : recent.Replace(profile);
  }
  if (place >= recent.size()) valid_ = false;
  if constexpr (!Coder::kEncoding) {
    profile = recent[place];
    row.task = profile.task;
    row.error = profile.error;
    row.device = profile.device;
    row.flags = profile.flags;
    row.op = profile.op;
    row.priority = profile.priority;
  }
  return place;
}

/// Pages from `foretold`, and what remains inside the page.
template <typename Coder>
void BlockCoder<Coder>::CodeDistance(int stream, uint64_t foretold, uint64_t& offset) {
  const int rest_bits = std::max(kPageShift - scale_.unit_shift, 0);
  const uint64_t base = foretold >> scale_.unit_shift;
  auto distance = static_cast<int64_t>((offset >> scale_.unit_shift) - base);
  int64_t pages = distance >> rest_bits;
  int64_t rest = distance & ((int64_t{1} << rest_bits) - 1);
  coder_.Number(stream, pages);
  if (rest_bits > 0) coder_.Number(kOffsetInPage, rest);
  if constexpr (!Coder::kEncoding) {
    const uint64_t units = base + (static_cast<uint64_t>(pages) << rest_bits) +
                           static_cast<uint64_t>(rest_bits > 0 ? rest : 0);
    offset = units << scale_.unit_shift;
  }
}

/// An I/O goes on near where one of the last few streams ended, or goes where the trace went the
/// last time after the offset before.
template <typename Coder>
void BlockCoder<Coder>::CodeOffset(uint8_t, QueuedIo& io) {
  if (!HasRange(io.op)) return CodeDistance(kOffsetAfterSame, 0, io.offset);
  uint64_t& successor = successor_[place_];
  uint8_t source = 0;
  if constexpr (Coder::kEncoding) {
    const auto width = [&](uint64_t foretold) {
      return NumberSymbol(static_cast<int64_t>(io.offset - foretold) >> kPageShift) & kBitsMask;
    };
    int best = width(ends_[0]) * 2;
    for (uint8_t i = 1; i < kEnds; ++i) {
      if (const int w = width(ends_[i]) * 2 + std::bit_width(i); w < best) {
        best = w;
        source = i;
      }
    }
    if (width(successor) * 2 + 0 < best) source = kEnds;
  }
  coder_.Symbol(kOffsetSource, source);
  if (source > kEnds) {
    valid_ = false;
    source = 0;
  }
  const uint64_t foretold = source == kEnds ? successor : ends_[source];
  CodeDistance(source == kEnds ? kOffsetAfterPrior : kOffsetAfterSame, foretold, io.offset);
  uint8_t from = 0;
  while (from < kEnds - 1 && io.offset - ends_[from] + (256u << 10) >= (512u << 10)) ++from;
  for (; from > 0; --from) ends_[from] = ends_[from - 1];
  ends_[0] = io.offset + io.length;
  successor = io.offset;
  place_ = (io.offset * 0x9e3779b97f4a7c15u) >> (64 - kSuccessorBits);
}

template <typename Coder>
void BlockCoder<Coder>::CodePieces() {
  auto pieces = static_cast<uint32_t>(block_.pieces.size());
  CodeNumber(kPieceSizes, pieces);
  if (pieces > kMaxRows) valid_ = false;
  if (!valid_) return;
  uint64_t queued = 0, requests = 0, links = 0, events = 0;
  block_.pieces.resize(pieces);
  for (PieceSize& piece : block_.pieces) {
    CodeNumber(kPieceSizes, piece.queued);
    CodeNumber(kPieceSizes, piece.requests);
    CodeNumber(kPieceSizes, piece.links);
    CodeNumber(kPieceSizes, piece.events);
    queued += piece.queued;
    requests += piece.requests;
    links += piece.links;
    events += piece.events;
  }
  if (queued != summary_.queued || requests != summary_.requests || links != summary_.links ||
      events > kMaxRows) {
    valid_ = false;
  }
  if constexpr (!Coder::kEncoding) rows_.events.resize(valid_ ? events : 0);
}

template <typename Coder>
void BlockCoder<Coder>::CodeQueued() {
  RecentValues<Profile> profiles;
  RecentValues<uint64_t> cpus, lengths;
  int64_t before_ns = kNoTime;
  uint32_t phase = 0;
  for (QueuedIo& io : rows_.queued) {
    const uint8_t profile = CodeProfile(kQueuedProfile, profiles, io);
    io.cpu = static_cast<uint16_t>(CodeRecent(kQueuedCpu, cpus, io.cpu));
    io.length = CodeRecent(kQueuedLength, lengths, io.length);
    CodeOffset(profile, io);
    CodeTime(kQueueTime, before_ns, 0, io.queue_ns, &phase);
    before_ns = io.queue_ns;
  }
}

template <typename Coder>
void BlockCoder<Coder>::CodeLinks() {
  IoLink before{summary_.first_queued, summary_.first_request};
  for (IoLink& link : rows_.links) {
    CodeNumber(kLinkQueued, link.queued, before.queued);
    CodeNumber(kLinkRequest, link.request, before.request);
    if (link.queued >= summary_.first_queued + summary_.queued ||
        link.request >= summary_.first_request + summary_.requests) {
      valid_ = false;
    }
    before = link;
  }
}

/// Calls visit(queued row, request row) for the links whose both rows stand in this block.
template <typename Coder>
template <typename Visit>
void BlockCoder<Coder>::ForEachLinkInside(Visit visit) {
  for (const IoLink& link : rows_.links) {
    const uint64_t queued = link.queued - summary_.first_queued;
    const uint64_t request = link.request - summary_.first_request;
    if (queued < rows_.queued.size() && request < rows_.requests.size()) visit(queued, request);
  }
}

template <typename Coder>
void BlockCoder<Coder>::CodeRequests() {
  std::vector<RequestHint> hints(rows_.requests.size());
  ForEachLinkInside([&](uint64_t queued, uint64_t request) {
    const QueuedIo& io = rows_.queued[queued];
    RequestHint& hint = hints[request];
    hint.offset = std::min(hint.offset, io.offset);
    hint.end = std::max(hint.end, io.offset + io.length);
    hint.queue_ns = std::max(hint.queue_ns, io.queue_ns);
    if (hint.io == nullptr) hint.io = &io;
  });
  RecentValues<Profile> profiles;
  uint16_t prev_cpu = 0;
  int64_t issue_ns = kNoTime, complete_ns = kNoTime;
  uint64_t end = 0;
  for (size_t i = 0; i < hints.size(); ++i) {
    IssuedRequest& request = rows_.requests[i];
    RequestHint& hint = hints[i];
    if (hint.io) {
      const QueuedIo& q = *hint.io;
      const Profile a{q.task, q.error, q.device, q.flags, q.op, q.priority};
      const Profile b{request.task,  request.error, request.device,
                      request.flags, request.op,    request.priority};
      uint8_t other = !(a == b);
      coder_.Symbol(kRequestSame, other);
      if (other)
        CodeProfile(kRequestProfile, profiles, request);
      else {
        request.task = q.task;
        request.error = q.error;
        request.device = q.device;
        request.flags = q.flags;
        request.op = q.op;
        request.priority = q.priority;
      }
    } else
      CodeProfile(kRequestProfile, profiles, request);
    CodeNumber(kRequestCpu, request.cpu, hint.io ? hint.io->cpu : prev_cpu);
    prev_cpu = request.cpu;
    if (!hint.linked()) hint.offset = hint.end = HasRange(request.op) ? end : 0;
    if (hint.offset < end && end < hint.end) hint.offset = end;  // the next part of a split I/O
    CodeNumber(kRequestOffset, request.offset, hint.offset);
    CodeNumber(kRequestLength, request.length, hint.end - request.offset);
    if (HasRange(request.op)) end = request.offset + request.length;

    const bool queue_last = hint.queue_ns > issue_ns;
    CodeTime(queue_last ? kIssueAfterQueue : kIssueAfterIssue,
             queue_last ? hint.queue_ns : issue_ns, 0, request.issue_ns);
    issue_ns = request.issue_ns;
    const bool issue_last = issue_ns > complete_ns;
    CodeTime(issue_last ? kCompleteAfterIssue : kCompleteAfterComplete,
             issue_last ? issue_ns : complete_ns, 0, request.complete_ns);
    if (request.complete_ns != kNoTime) complete_ns = request.complete_ns;
  }
}

template <typename Coder>
void BlockCoder<Coder>::CodeAnswers() {
  std::vector<Answer> answers(rows_.queued.size());
  ForEachLinkInside([&](uint64_t queued, uint64_t row) {
    const IssuedRequest& request = rows_.requests[row];
    Answer& answer = answers[queued];
    if (answer.issue_ns == kNoTime || request.issue_ns < answer.issue_ns) {
      answer.issue_ns = request.issue_ns;
    }
    answer.complete_ns = std::max(answer.complete_ns, request.complete_ns);
  });
  for (size_t i = 0; i < answers.size(); ++i) {
    QueuedIo& io = rows_.queued[i];
    const int64_t known_ns = io.queue_ns != kNoTime ? io.queue_ns : 0;
    CodeTime(kQueuedIssue, answers[i].issue_ns, known_ns, io.issue_ns);
    CodeTime(kQueuedComplete, answers[i].complete_ns, known_ns, io.complete_ns);
  }
}

template <typename Coder>
void BlockCoder<Coder>::CodeEvents() {
  RequestEvent before;
  before.request = summary_.first_request;
  before.time_ns = 0;
  for (RequestEvent& event : rows_.events) {
    CodeNumber(kEventFields, event.request, before.request);
    auto kind = static_cast<uint8_t>(event.kind);
    CodeNumber(kEventFields, kind);
    if (kind > static_cast<uint8_t>(RequestEvent::Kind::kPartialComplete)) valid_ = false;
    event.kind = static_cast<RequestEvent::Kind>(kind);
    CodeTime(kEventFields, before.time_ns, 0, event.time_ns);
    CodeTime(kEventFields, event.time_ns, 0, event.issue_ns);
    CodeNumber(kEventFields, event.bytes);
    int64_t error = event.error;
    coder_.Number(kEventFields, error);
    event.error = static_cast<int32_t>(error);
    if (event.error != error || event.request >= summary_.first_request + summary_.requests) {
      valid_ = false;
    }
    before = event;
  }
}

}  // namespace ioreel
