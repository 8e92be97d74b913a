#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "formats/import/fields.h"
#include "formats/kernel_text/line_parts.h"
#include "formats/kernel_text/lost_line.h"
#include "formats/kernel_text/rwbs.h"

namespace ioreel {
namespace {

absl::Status Bad(absl::string_view what) { return absl::InvalidArgumentError(what); }

struct Tracepoint {
  absl::string_view name;  ///< without "block_"
  Stage stage;
};

/// block_rq_error tells again what block_rq_complete does, block_io_start what block_rq_issue does.
constexpr Tracepoint kTracepoints[] = {
    {"bio_queue", Stage::kQueued},
    {"getrq", Stage::kGotRequest},
    {"rq_issue", Stage::kIssued},
    {"rq_complete", Stage::kCompleted},
    {"bio_backmerge", Stage::kBackMerged},
    {"bio_frontmerge", Stage::kFrontMerged},
    {"rq_insert", Stage::kInserted},
    {"bio_complete", Stage::kCompleted},
    {"plug", Stage::kPlugged},
    {"unplug", Stage::kUnplugged},
    {"unplug_io", Stage::kUnplugged},
    {"unplug_timer", Stage::kTimerUnplug},
    {"split", Stage::kSplit},
    {"rq_requeue", Stage::kRequeued},
    {"rq_merge", Stage::kBackMerged},
    {"bio_remap", Stage::kRemapped},
    {"rq_remap", Stage::kRemapped},
    {"sleeprq", Stage::kSlept},
    {"bio_bounce", Stage::kBounced},
    {"rq_abort", Stage::kAborted},
};

std::optional<Stage> FindStage(absl::string_view event) {
  if (!absl::ConsumePrefix(&event, "block_")) return std::nullopt;
  for (const Tracepoint& tracepoint : kTracepoints) {
    if (tracepoint.name == event) return tracepoint.stage;
  }
  return std::nullopt;
}

/// The number of "[012]"; nullopt for anything else.
std::optional<uint64_t> NumberOfCpu(absl::string_view word) {
  if (!absl::ConsumePrefix(&word, "[") || !absl::ConsumeSuffix(&word, "]")) return std::nullopt;
  return ParseUnsigned(word);
}

/// "fio 4711", "fio 4700/4711" (perf), "fio-4711", "fio-4711  ( 4700)" (ftrace); names may hold
/// blanks and dashes.
void ParseTask(absl::string_view task, KernelLine* line) {
  task = absl::StripAsciiWhitespace(task);
  if (absl::EndsWith(task, ")"))
    task = absl::StripTrailingAsciiWhitespace(task.substr(0, task.rfind('(')));
  const size_t blank = task.find_last_of(" \t");
  size_t cut = blank;
  absl::string_view id = blank == absl::string_view::npos ? "" : task.substr(blank + 1);
  if (const size_t slash = id.find('/'); slash != absl::string_view::npos)
    id = id.substr(slash + 1);
  if (!ParseUnsigned(id)) {
    cut = task.rfind('-');
    id = cut == absl::string_view::npos ? "" : task.substr(cut + 1);
  }
  const auto tid = ParseUnsigned(id);
  if (!tid || *tid > INT32_MAX) return;
  line->raw.tid = static_cast<int32_t>(*tid);
  line->comm = absl::StripTrailingAsciiWhitespace(task.substr(0, cut));
  if (line->comm == "<...>") line->comm = "";
}

/// Takes "comm-tid [cpu] flags time:" off the front, in any tool's way; false when it is not there.
/// Errors: InvalidArgument for a CPU that cannot be.
absl::StatusOr<bool> TakePrefix(absl::string_view* text, KernelLine* line) {
  absl::string_view rest = *text;
  std::optional<uint64_t> cpu;
  int since_cpu = 3;  // words; between CPU and time there may be one of flags
  for (absl::string_view word = TakeWord(&rest); !word.empty(); word = TakeWord(&rest)) {
    if (const auto number = NumberOfCpu(word)) {
      cpu = number;
      ParseTask(text->substr(0, static_cast<size_t>(word.data() - text->data())), line);
      since_cpu = 0;
      continue;
    }
    ++since_cpu;
    const size_t at = static_cast<size_t>(word.data() - text->data());
    if (!absl::ConsumeSuffix(&word, ":") || !ParseEventTime(word, line)) continue;
    if (since_cpu > 2) {  // perf script -F without cpu
      if (!absl::StrContains(*text, " block:block_")) continue;
      ParseTask(text->substr(0, at), line);
    }
    if (cpu) IOREEL_RETURN_IF_ERROR(SetCpu(*cpu, &line->raw.event));
    *text = rest;
    return true;
  }
  return false;
}

/// Takes "4096 ()" or "(2a 00 …)", the bytes and the command of a request, off the front and
/// returns the bytes; nullopt when there are none.
std::optional<uint64_t> TakeCommand(absl::string_view* rest) {
  const auto open = std::find_if(rest->begin(), rest->end(),
                                 [](char c) { return c == '(' || c == '+' || c == '['; });
  if (open == rest->end() || *open != '(') return std::nullopt;
  const auto close = std::find(open, rest->end(), ')');
  if (close == rest->end()) return std::nullopt;
  SkipBlanks(rest);
  const auto bytes = TakeUnsigned(rest);
  rest->remove_prefix(static_cast<size_t>(close + 1 - rest->begin()));
  return bytes;
}

/// "7,0 WS 65536 () 0 + 128 0x2,0,4 [dd]", "7,0 WS () 0 + 128 [0]", "7,0 R 8 / 12 [dd]", …
absl::Status ParsePayload(absl::string_view rest, KernelLine* line) {
  StageEvent& event = line->raw.event;
  const auto device = TakeDevice(&rest);
  if (!device) return Bad("no device number behind the event");
  IOREEL_RETURN_IF_ERROR(SetDevice(*device, &line->raw));
  const absl::string_view letters = TakeWord(&rest);
  const std::optional<uint64_t> bytes = TakeCommand(&rest);
  IOREEL_ASSIGN_OR_RETURN(const std::optional<TextRange> range, TakeRange(&rest));
  if (!range || !range->second) return Bad("no sectors behind the operation");
  IOREEL_RETURN_IF_ERROR(SetRange(*range, &event));
  const std::optional<Rwbs> rwbs = ParseRwbs(letters, event.length);
  if (!rwbs) return Bad(absl::StrCat("an operation ", Quoted(letters), " that is unknown"));
  event.op = rwbs->op;
  event.flags = rwbs->flags;
  if (bytes && event.op == Op::kPassthrough)
    IOREEL_RETURN_IF_ERROR(SetCommandBytes(*bytes, &event));
  if (event.stage == Stage::kRemapped) return ParseRemap(rest, &event);
  if (event.stage != Stage::kCompleted) return absl::OkStatus();
  return ParseError(rest.substr(std::min(rest.find('['), rest.size())), &event);
}

/// "lost 12", as perf script --show-lost-events prints, behind a record of lost events; of lost
/// samples some versions print no number.
absl::Status ParsePerfLoss(absl::string_view rest, KernelLine* line) {
  const bool lost = TakeWord(&rest) == "lost";
  const auto events = ParseUnsigned(TakeWord(&rest));
  return SetLost(line->raw.event.cpu, lost ? events.value_or(0) : 0, line);
}

/// What perf says behind a text: "Processed 1000 events and lost 5 chunks!".
bool IsPerfLossSummary(absl::string_view text) {
  return absl::StartsWith(text, "Processed ") && absl::StrContains(text, " and lost ") &&
         absl::EndsWith(text, "!");
}

/// "# entries-in-buffer/entries-written: 205/1205   #P:4" of ftrace's trace file: how many of the
/// oldest events were written over.
uint64_t OverwrittenEvents(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "# entries-in-buffer/entries-written: ")) return 0;
  const std::pair<absl::string_view, absl::string_view> entries =
      absl::StrSplit(TakeWord(&text), '/');
  const auto held = ParseUnsigned(entries.first), written = ParseUnsigned(entries.second);
  return held && written && *written > *held ? *written - *held : 0;
}

/// What tells of losses without a time.
absl::Status ParseLoss(absl::string_view text, KernelLine* line) {
  if (const auto lost = ParseLostLine(text)) return SetLost(lost->cpu, lost->events, line);
  if (IsPerfLossSummary(text)) return SetLost(kNoCpu, 0, line);
  if (const uint64_t lost = OverwrittenEvents(text)) return SetLost(kNoCpu, lost, line);
  return absl::OkStatus();
}

}  // namespace

absl::Status ParseTracepointLine(absl::string_view text, KernelLine* line) {
  IOREEL_ASSIGN_OR_RETURN(const bool has_prefix, TakePrefix(&text, line));
  if (!has_prefix) return ParseLoss(text, line);
  TakeNumber(&text);  // perf's period
  if (const auto device = TakeDevice(&text)) {
    IOREEL_RETURN_IF_ERROR(SetDevice(*device, &line->raw));
    return ParseAction(text, line);
  }
  absl::string_view name = TakeWord(&text);
  if (absl::StartsWith(name, "PERF_RECORD_LOST")) return ParsePerfLoss(text, line);
  line->kind = KernelLine::Kind::kOtherEvent;
  if (!absl::ConsumeSuffix(&name, ":")) return absl::OkStatus();
  absl::ConsumePrefix(&name, "block:");
  const std::optional<Stage> stage = FindStage(name);
  if (!stage) return absl::OkStatus();
  line->kind = KernelLine::Kind::kEvent;
  line->raw.event.stage = *stage;
  line->has_device =
      *stage != Stage::kPlugged && *stage != Stage::kUnplugged && *stage != Stage::kTimerUnplug;
  return line->has_device ? ParsePayload(text, line) : absl::OkStatus();
}

}  // namespace ioreel
