#include "tests/support/pairing_text.h"

#include <map>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/check.h"

namespace ioreel {
namespace {

uint64_t Number(absl::string_view text) {
  uint64_t number = 0;
  CHECK(absl::SimpleAtoi(text, &number));
  return number;
}

Stage StageOf(absl::string_view letter) {
  for (int i = 0; i < kStageCount; ++i) {
    if (StageName(static_cast<Stage>(i)) == letter) return static_cast<Stage>(i);
  }
  CheckFailed(__FILE__, __LINE__, letter);
}

void ParseRwbs(absl::string_view rwbs, StageEvent* event) {
  const bool flush = absl::ConsumePrefix(&rwbs, "F");
  const std::map<char, Op> ops = {{'R', Op::kRead},    {'W', Op::kWrite},
                                  {'D', Op::kDiscard}, {'Z', Op::kWriteZeroes},
                                  {'N', Op::kFlush},   {'P', Op::kPassthrough}};
  event->op = ops.at(rwbs[0]);
  if (flush && event->op == Op::kWrite) event->flags |= kPreflush;
  if (flush && event->op == Op::kWrite && event->length == 0) event->op = Op::kFlush;
  const std::map<char, IoFlag> flags = {{'F', kFua}, {'S', kSync}, {'M', kMeta}, {'A', kReadahead}};
  for (const char letter : rwbs.substr(1)) event->flags |= flags.at(letter);
}

StageEvent ParseEvent(absl::string_view line, int64_t time) {
  StageEvent event;
  event.time_ns = time;
  event.cpu = 0;
  const std::vector<absl::string_view> words = absl::StrSplit(line, ' ', absl::SkipEmpty());
  event.stage = StageOf(words[0]);
  if (event.stage == Stage::kLost) return event;
  const std::pair<absl::string_view, absl::string_view> range = absl::StrSplit(words[2], '+');
  event.offset = Number(range.first);
  event.length = Number(range.second);
  ParseRwbs(words[1], &event);
  for (size_t i = 3; i < words.size(); ++i) {
    const std::pair<absl::string_view, absl::string_view> option = absl::StrSplit(words[i], '=');
    if (option.first == "t") event.time_ns = static_cast<int64_t>(Number(option.second));
    if (option.first == "error") event.error = static_cast<int32_t>(Number(option.second));
    if (option.first == "rest") event.extra = Number(option.second);
    if (option.first == "dev") event.device = static_cast<uint16_t>(Number(option.second));
  }
  return event;
}

std::string RwbsText(Op op, IoFlags flags) {
  std::string text = flags & kPreflush ? "F" : "";
  const std::map<Op, char> ops = {{Op::kRead, 'R'},    {Op::kWrite, 'W'},
                                  {Op::kDiscard, 'D'}, {Op::kWriteZeroes, 'Z'},
                                  {Op::kFlush, 'N'},   {Op::kPassthrough, 'P'}};
  text += ops.at(op);
  if (flags & kFua) text += 'F';
  if (flags & kReadahead) text += 'A';
  if (flags & kSync) text += 'S';
  if (flags & kMeta) text += 'M';
  return text;
}

std::string TimeText(int64_t time) { return time == kNoTime ? "?" : absl::StrCat(time); }
std::string ErrorText(int error) { return error ? absl::StrCat(" error=", error) : ""; }

}  // namespace

std::vector<StageEvent> ParseEvents(const std::string& text) {
  std::vector<StageEvent> events;
  for (absl::string_view line : absl::StrSplit(text, '\n', absl::SkipWhitespace())) {
    events.push_back(
        ParseEvent(absl::StripAsciiWhitespace(line), static_cast<int64_t>(events.size())));
  }
  return events;
}

std::vector<std::string> RowsText(const TraceChunk& chunk) {
  std::vector<std::string> rows;
  for (size_t i = 0; i < chunk.queued.size(); ++i) {
    const QueuedIo& io = chunk.queued[i];
    rows.push_back(absl::StrCat("q", chunk.first_queued + i, " ", RwbsText(io.op, io.flags), " ",
                                io.offset, "+", io.length, " q=", TimeText(io.queue_ns),
                                " i=", TimeText(io.issue_ns), " c=", TimeText(io.complete_ns),
                                ErrorText(io.error)));
  }
  for (size_t i = 0; i < chunk.requests.size(); ++i) {
    const IssuedRequest& row = chunk.requests[i];
    rows.push_back(absl::StrCat("r", chunk.first_request + i, " ", RwbsText(row.op, row.flags), " ",
                                row.offset, "+", row.length, " i=", TimeText(row.issue_ns),
                                " c=", TimeText(row.complete_ns), ErrorText(row.error)));
  }
  for (const IoLink& link : chunk.links) {
    rows.push_back(absl::StrCat("q", link.queued, "-r", link.request));
  }
  for (const RequestEvent& event : chunk.events) {
    const bool requeue = event.kind == RequestEvent::Kind::kRequeue;
    rows.push_back(absl::StrCat("r", event.request, requeue ? " requeue" : " partial",
                                " t=", event.time_ns, " i=", event.issue_ns, " n=", event.bytes,
                                ErrorText(event.error)));
  }
  return rows;
}

std::vector<std::string> PairText(const std::string& events, RequestPairer::Counts* counts) {
  RequestPairer pairer({});
  for (const StageEvent& event : ParseEvents(events)) pairer.Add(event);
  TraceChunk chunk;
  pairer.Take(1000, true, &chunk);
  if (counts) *counts = pairer.counts();
  return RowsText(chunk);
}

}  // namespace ioreel
