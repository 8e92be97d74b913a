#include "formats/blktrace/row_events.h"

#include <algorithm>
#include <limits>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/blktrace/categories.h"
#include "formats/blktrace/record.h"
#include "formats/model/sector.h"

namespace ioreel {
namespace {

constexpr uint64_t kMostBytes = std::numeric_limits<uint32_t>::max();
constexpr uint64_t kPieceBytes = 1u << 31;  ///< a multiple of every block size below 2^32
constexpr uint64_t kLongest = 1ull << 40;   ///< not cut into more records than 512
constexpr int32_t kUnknownError = 5;        ///< EIO

bool IsSectorPlace(uint64_t offset, uint64_t length) {
  constexpr uint64_t kEnd = std::numeric_limits<int64_t>::max();
  return offset % kSectorBytes == 0 && length <= kLongest && offset <= kEnd - kLongest;
}

/// When the attempt that these events begin with was issued.
int64_t IssueOf(const IssuedRequest& request, absl::Span<const RequestEvent> events) {
  const auto requeue = std::find_if(events.begin(), events.end(), [](const RequestEvent& event) {
    return event.kind == RequestEvent::Kind::kRequeue;
  });
  return requeue == events.end() ? request.issue_ns : requeue->issue_ns;
}

}  // namespace

struct RowEvents::Subject {
  Op op;
  IoFlags flags;
  uint32_t task;
  uint16_t device, cpu;
};

absl::Status RowEvents::Add(const TraceChunk& chunk) {
  joined_.assign(chunk.requests.size(), false);
  auto link = chunk.links.begin();
  for (size_t i = 0; i < chunk.queued.size(); ++i) {
    const auto first = link;
    while (link != chunk.links.end() && link->queued == chunk.first_queued + i) ++link;
    IOREEL_RETURN_IF_ERROR(AddQueued(chunk, i,
                                     absl::MakeConstSpan(chunk.links)
                                         .subspan(static_cast<size_t>(first - chunk.links.begin()),
                                                  static_cast<size_t>(link - first))));
  }
  const std::vector<RequestEvent> events = EventsByRequest(chunk);
  auto event = events.begin();
  for (size_t i = 0; i < chunk.requests.size(); ++i) {
    const auto first = event;
    while (event != events.end() && event->request == chunk.first_request + i) ++event;
    IOREEL_RETURN_IF_ERROR(
        AddRequest(chunk.requests[i],
                   absl::MakeConstSpan(events).subspan(static_cast<size_t>(first - events.begin()),
                                                       static_cast<size_t>(event - first))));
  }
  return absl::OkStatus();
}

std::vector<RequestEvent> RowEvents::EventsByRequest(const TraceChunk& chunk) {
  std::vector<RequestEvent> events;
  const uint64_t end = chunk.first_request + chunk.requests.size();
  for (const RequestEvent& event : chunk.events) {
    if (event.request >= chunk.first_request && event.request < end && event.time_ns != kNoTime)
      events.push_back(event);
    else
      Leave("apart", "left out: a requeue or partial completion far from its request");
  }
  std::stable_sort(events.begin(), events.end(), [](const RequestEvent& a, const RequestEvent& b) {
    return a.request < b.request;
  });
  return events;
}

absl::Status RowEvents::AddQueued(const TraceChunk& chunk, size_t index,
                                  absl::Span<const IoLink> links) {
  const QueuedIo& io = chunk.queued[index];
  bool merged = links.size() == 1;
  for (const IoLink& link : links) {
    if (link.request < chunk.first_request) continue;
    std::vector<bool>::reference joined = joined_[link.request - chunk.first_request];
    merged &= joined;
    joined = true;
  }
  if (io.queue_ns == kNoTime) {
    Leave("untimed", "left out: an I/O whose queue time is not known");
    return absl::OkStatus();
  }
  if (!CanSay(io)) return absl::OkStatus();
  ++written_.queued;
  const Subject subject = SubjectOf(io);
  IOREEL_RETURN_IF_ERROR(Emit(subject, Stage::kQueued, io.queue_ns, io.offset, io.length));
  if (merged)
    IOREEL_RETURN_IF_ERROR(Emit(subject, Stage::kBackMerged, io.queue_ns, io.offset, io.length));
  return AddOwnCompletion(chunk, io, links);
}

/// Most I/Os are complete with their requests. Of its own are the completion of an I/O that has
/// none, and the later one of no bytes of a write for which the kernel flushed and of a flush.
absl::Status RowEvents::AddOwnCompletion(const TraceChunk& chunk, const QueuedIo& io,
                                         absl::Span<const IoLink> links) {
  if (io.issue_ns != kNoTime && links.empty())
    Leave("issue_time", "written without: when an I/O was issued of which no request is known");
  if (io.complete_ns == kNoTime) return absl::OkStatus();
  Subject subject = SubjectOf(io);
  if (io.op == Op::kFlush) {
    subject.op = Op::kWrite;
    return Emit(subject, Stage::kCompleted, io.complete_ns, 0, 0, io.error);
  }
  if (links.empty())
    return Emit(subject, Stage::kCompleted, io.complete_ns, io.offset, io.length, io.error);
  int64_t last_ns = kNoTime;
  for (const IoLink& link : links) {
    if (link.request < chunk.first_request) return absl::OkStatus();
    last_ns = std::max(last_ns, chunk.requests[link.request - chunk.first_request].complete_ns);
  }
  if (last_ns == kNoTime) {
    Leave("completion", "written without: the completion of an I/O whose request has none");
    return absl::OkStatus();
  }
  const bool flushed = (io.flags & (kPreflush | kFua)) && last_ns < io.complete_ns;
  subject.flags &= ~kPreflush;  // with it, an end of no bytes is that of a flush
  if (flushed) return Emit(subject, Stage::kCompleted, io.complete_ns, io.offset, 0, io.error);
  return absl::OkStatus();
}

absl::Status RowEvents::AddRequest(const IssuedRequest& request,
                                   absl::Span<const RequestEvent> events) {
  if (request.issue_ns == kNoTime) {
    Leave("untimed_request", "left out: a request whose issue time is not known");
    return absl::OkStatus();
  }
  if (!CanSay(request)) return absl::OkStatus();
  ++written_.requests;
  const Subject subject = SubjectOf(request);
  const uint64_t end = request.offset + request.length;
  uint64_t position = request.offset;
  bool error_told = false;
  const auto issue = [&](size_t next) {
    return Emit(subject, Stage::kIssued, IssueOf(request, events.subspan(next)), position,
                end - position);
  };
  IOREEL_RETURN_IF_ERROR(issue(0));
  for (size_t i = 0; i < events.size(); ++i) {
    const RequestEvent& event = events[i];
    error_told |= event.error != 0;
    if (event.kind == RequestEvent::Kind::kRequeue) {
      IOREEL_RETURN_IF_ERROR(
          Emit(subject, Stage::kRequeued, event.time_ns, position, end - position, event.error));
      IOREEL_RETURN_IF_ERROR(issue(i + 1));
      continue;
    }
    const uint64_t bytes = std::min(event.bytes, end - position);
    IOREEL_RETURN_IF_ERROR(
        Emit(subject, Stage::kCompleted, event.time_ns, position, bytes, event.error));
    position += bytes;
  }
  if (request.complete_ns == kNoTime) return absl::OkStatus();
  return Emit(subject, Stage::kCompleted, request.complete_ns, position, end - position,
              error_told ? 0 : request.error);
}

absl::Status RowEvents::Emit(const Subject& subject, Stage stage, int64_t time_ns, uint64_t offset,
                             uint64_t length, int32_t error) {
  if (time_ns == kNoTime) return absl::OkStatus();
  written_.times.Cover(time_ns);
  BlktraceEvent event{.time_ns = time_ns,
                      .offset = HasRange(subject.op) ? offset : 0,
                      .action = BlktraceAction(stage, subject.op, subject.flags),
                      .task = stage == Stage::kCompleted ? kNoTask : subject.task,
                      .device = subject.device,
                      .cpu = subject.cpu,
                      .error = ErrorOf(error)};
  uint64_t left = subject.op == Op::kFlush ? 0 : length;
  const uint64_t most = left > kMostBytes ? kPieceBytes : kMostBytes;
  do {
    event.bytes = static_cast<uint32_t>(std::min(left, most));
    IOREEL_RETURN_IF_ERROR(sorter_.Add(event));
    event.offset += event.bytes;
    left -= event.bytes;
  } while (left > 0);
  return absl::OkStatus();
}

template <typename Row>
bool RowEvents::CanSay(const Row& row) {
  if (!HasBlktraceWord(row.op)) {
    Leave("op", "left out: an operation on a zone, which version 7 has no word for");
    return false;
  }
  if (!IsSectorPlace(HasRange(row.op) ? row.offset : 0, row.length)) {
    Leave("place",
          "left out: an I/O that begins at no sector of 512 bytes, ends near 2^63 or is longer "
          "than 1 TiB");
    return false;
  }
  if (row.op == Op::kWriteZeroes || row.op == Op::kSecureErase)
    Leave("alike",
          "write-zeroes stand as writes and secure erases as discards, as the kernel's "
          "tracer of version 7 has them");
  if (row.op != Op::kFlush && row.length > kMostBytes)
    Leave("cut", "cut into pieces of 2 GiB: 32 bits hold no longer length");
  if (row.cpu >= kMostBlktraceCpus)
    Leave("cpu", "on CPU 0 because theirs is not known or above 8191, which no recording has");
  return true;
}

template <typename Row>
RowEvents::Subject RowEvents::SubjectOf(const Row& row) {
  return {.op = row.op,
          .flags = row.flags,
          .task = row.task,
          .device = row.device,
          .cpu = CpuOf(row.cpu)};
}

/// Records have no word for an unknown CPU; CanSay counts those.
uint16_t RowEvents::CpuOf(uint16_t cpu) {
  if (cpu >= kMostBlktraceCpus) return 0;
  last_cpu_ = std::max(last_cpu_, cpu);
  return cpu;
}

uint16_t RowEvents::ErrorOf(int32_t error) {
  constexpr int32_t kMost = std::numeric_limits<int16_t>::max();
  if (error < 0 || error > kMost) {
    Leave("error", "errors that 16 bits do not hold stand as 5, an I/O error");
    error = kUnknownError;
  }
  return static_cast<uint16_t>(-error);
}

void RowEvents::Leave(absl::string_view name, absl::string_view explanation) {
  const std::string entry = absl::StrCat("not_in_blktrace_", name);
  if (log_ != nullptr && !log_->CountAgain(entry))
    log_->Add(entry, ImportLog::Severity::kNotice, "", explanation);
}

}  // namespace ioreel
