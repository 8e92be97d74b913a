#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
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

bool IsDigits(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isdigit(static_cast<unsigned char>(c));
  });
}

/// "[012]"; kNoCpu for anything else.
uint16_t ParseCpu(absl::string_view word) {
  uint32_t cpu = 0;
  const bool is_cpu = absl::ConsumePrefix(&word, "[") && absl::ConsumeSuffix(&word, "]") &&
                      IsDigits(word) && absl::SimpleAtoi(word, &cpu) && cpu < kNoCpu;
  return is_cpu ? static_cast<uint16_t>(cpu) : kNoCpu;
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
  if (!IsDigits(id)) {
    cut = task.rfind('-');
    id = cut == absl::string_view::npos ? "" : task.substr(cut + 1);
  }
  uint32_t tid = 0;
  if (!IsDigits(id) || !absl::SimpleAtoi(id, &tid) || tid > INT32_MAX) return;
  line->raw.tid = static_cast<int32_t>(tid);
  line->comm = absl::StripTrailingAsciiWhitespace(task.substr(0, cut));
  if (line->comm == "<...>") line->comm = "";
}

/// Takes "comm-tid [cpu] flags time:" off the front, in any tool's way; false when it is not there.
bool TakePrefix(absl::string_view* text, KernelLine* line) {
  absl::string_view rest = *text;
  const bool by_perf = absl::StrContains(rest, " block:block_");
  int since_cpu = 3;  // words; between CPU and time there may be one of flags
  for (absl::string_view word = TakeWord(&rest); !word.empty(); word = TakeWord(&rest)) {
    if (const uint16_t cpu = ParseCpu(word); cpu != kNoCpu) {
      line->raw.event.cpu = cpu;
      ParseTask(text->substr(0, static_cast<size_t>(word.data() - text->data())), line);
      since_cpu = 0;
      continue;
    }
    ++since_cpu;
    const bool may_be_time = since_cpu <= 2 || by_perf;
    const size_t at = static_cast<size_t>(word.data() - text->data());
    if (!may_be_time || !absl::ConsumeSuffix(&word, ":") || !ParseEventTime(word, line)) continue;
    if (since_cpu > 2) ParseTask(text->substr(0, at), line);  // perf script -F without cpu
    *text = rest;
    return true;
  }
  return false;
}

/// Takes "4096 ()" or "(2a 00 …)", the bytes and the command of a request, off the front.
void SkipCommand(absl::string_view* rest) {
  const size_t open = rest->find('('), close = rest->find(')');
  if (close == absl::string_view::npos || open > std::min(rest->find('+'), rest->find('['))) return;
  rest->remove_prefix(close + 1);
}

/// "7,0 WS 65536 () 0 + 128 0x2,0,4 [dd]", "7,0 WS () 0 + 128 [0]", "7,0 R 8 / 12 [dd]", …
absl::Status ParsePayload(absl::string_view rest, KernelLine* line) {
  StageEvent& event = line->raw.event;
  if (!ParseDevice(TakeWord(&rest), &line->raw)) return Bad("no device number behind the event");
  const absl::string_view letters = TakeWord(&rest);
  SkipCommand(&rest);
  const std::optional<TextRange> range = TakeRange(&rest);
  if (!range || !range->second) return Bad("no sectors behind the operation");
  const uint64_t sectors =
      range->split ? *range->second - std::min(*range->second, range->first) : *range->second;
  IOREEL_RETURN_IF_ERROR(SetSectors(range->first, sectors, &event));
  const std::optional<Rwbs> rwbs = ParseRwbs(letters, event.length);
  if (!rwbs) return Bad(absl::StrCat("an operation ", Quoted(letters), " that is unknown"));
  event.op = rwbs->op;
  event.flags = rwbs->flags;
  if (range->split) event.extra = event.offset + event.length;
  if (event.stage == Stage::kRemapped) return ParseRemap(rest, &event);
  if (event.stage != Stage::kCompleted) return absl::OkStatus();
  return ParseError(rest.substr(std::min(rest.find('['), rest.size())), &event);
}

/// "lost 12", as perf script --show-lost-events prints.
absl::Status ParsePerfLoss(absl::string_view rest, KernelLine* line) {
  const bool lost = TakeWord(&rest) == "lost";
  const auto events = ParseUnsigned(TakeWord(&rest));
  if (!lost || !events) return Bad("a loss that does not say how many");
  return SetLost(line->raw.event.cpu, *events, line);
}

}  // namespace

absl::Status ParseTracepointLine(absl::string_view text, KernelLine* line) {
  if (const auto lost = ParseLostLine(text)) return SetLost(lost->cpu, lost->events, line);
  if (!TakePrefix(&text, line)) return absl::OkStatus();
  absl::string_view name = TakeWord(&text);
  if (IsDigits(name)) name = TakeWord(&text);  // behind perf's period
  if (name == "PERF_RECORD_LOST") return ParsePerfLoss(text, line);
  if (ParseDevice(name, &line->raw)) return ParseAction(text, line);
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
