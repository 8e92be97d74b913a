#include <algorithm>
#include <limits>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "formats/import/fields.h"
#include "formats/kernel_text/line_parts.h"
#include "formats/kernel_text/rwbs.h"

namespace ioreel {
namespace {

absl::Status Bad(absl::string_view what) { return absl::InvalidArgumentError(what); }

std::optional<Stage> FindStage(absl::string_view letters) {
  constexpr absl::string_view kOneLetter = "QMFGSRDCPU IXBA";  // by Stage
  static_assert(kOneLetter.size() == static_cast<size_t>(Stage::kRemapped) + 1);
  if (letters == "UT") return Stage::kTimerUnplug;
  if (letters.size() != 1 || letters == " ") return std::nullopt;
  const auto stage = std::find(kOneLetter.begin(), kOneLetter.end(), letters[0]);
  if (stage == kOneLetter.end()) return std::nullopt;
  return static_cast<Stage>(stage - kOneLetter.begin());
}

bool IsEnd(Stage stage) { return stage == Stage::kCompleted || stage == Stage::kRequeued; }

/// "[jbd2/sda1-8]"; blkparse prints "(null)" for a name it does not know.
absl::string_view CommOf(absl::string_view rest) {
  const size_t begin = rest.find('['), end = rest.rfind(']');
  if (begin == absl::string_view::npos || end == absl::string_view::npos || end < begin) return "";
  const absl::string_view comm = rest.substr(begin + 1, end - begin - 1);
  return comm == "(null)" ? "" : comm;
}

/// Of a driver's command there is no sector, but its bytes before the issue, and maybe its code.
bool IsCommand(Stage stage, const std::optional<TextRange>& range) {
  switch (stage) {
    case Stage::kCompleted:
    case Stage::kRequeued:
      return !range;
    case Stage::kIssued:
    case Stage::kInserted:
    case Stage::kQueued:
    case Stage::kBounced:
      return range && !range->second;
    default:
      return false;
  }
}

absl::Status ParsePlace(absl::string_view rwbs_text, absl::string_view rest, KernelLine* line) {
  StageEvent& event = line->raw.event;
  IOREEL_ASSIGN_OR_RETURN(const std::optional<TextRange> range, TakeRange(&rest));
  if (absl::StartsWith(rest, "(")) {  // a command's code or, with -t, a time
    const size_t end = rest.find(')');
    if (end == absl::string_view::npos) return Bad("a parenthesis that does not close");
    rest.remove_prefix(end + 1);
    SkipBlanks(&rest);
  }
  if (rest.empty()) return Bad("a line that ends early");
  const bool command = IsCommand(event.stage, range);
  if (range)
    IOREEL_RETURN_IF_ERROR(command ? SetCommandBytes(range->first, &event)
                                   : SetRange(*range, &event));
  const std::optional<Rwbs> rwbs = ParseRwbs(rwbs_text, event.length);
  if (!rwbs) return Bad(absl::StrCat("an operation ", Quoted(rwbs_text), " that is unknown"));
  event.flags = rwbs->flags;
  const bool nothing = rwbs->op == Op::kPassthrough;  // an N without bytes
  event.op = command ? Op::kPassthrough : nothing ? Op::kRead : rwbs->op;
  line->comm = IsEnd(event.stage) ? "" : CommOf(rest);
  if (event.stage == Stage::kCompleted) return ParseError(rest, &event);
  return event.stage == Stage::kRemapped ? ParseRemap(rest, &event) : absl::OkStatus();
}

/// "Skips: 3 forward (120 -   1.2%)" in the summary: records that blkparse found missing.
uint64_t SkippedRecords(absl::string_view text) {
  if (!absl::ConsumePrefix(&text, "Skips: ")) return 0;
  text.remove_prefix(std::min(text.find('(') + 1, text.size()));
  return ParseUnsigned(TakeWord(&text)).value_or(0);
}

}  // namespace

absl::Status ParseAction(absl::string_view text, KernelLine* line) {
  const absl::string_view action = TakeWord(&text);
  if (action == "m") {  // a message of the kernel
    line->kind = KernelLine::Kind::kOtherEvent;
    return absl::OkStatus();
  }
  const std::optional<Stage> stage = FindStage(action);
  if (!stage) return Bad(absl::StrCat("an action ", Quoted(action), " that is unknown"));
  line->raw.event.stage = *stage;
  line->kind = KernelLine::Kind::kEvent;
  const absl::string_view rwbs = TakeWord(&text);
  SkipBlanks(&text);
  return ParsePlace(rwbs, text, line);
}

absl::Status ParseBlkparseLine(absl::string_view text, KernelLine* line) {
  absl::string_view rest = text;
  const auto device = TakeDevice(&rest);
  const auto cpu = device ? TakeNumber(&rest) : std::nullopt;
  if (!cpu) {
    const uint64_t skipped = SkippedRecords(text);
    return skipped > 0 ? SetLost(kNoCpu, skipped, line) : absl::OkStatus();
  }
  IOREEL_RETURN_IF_ERROR(SetDevice(*device, &line->raw));
  IOREEL_RETURN_IF_ERROR(SetCpu(*cpu, &line->raw.event));
  TakeNumber(&rest);  // the sequence number, where there is one
  const absl::string_view time = TakeWord(&rest);
  if (!ParseEventTime(time, line)) return Bad(absl::StrCat("a time that is none: ", Quoted(time)));
  constexpr uint64_t kNoTid = std::numeric_limits<uint32_t>::max();  // as −1 is printed
  const auto tid = TakeNumber(&rest);
  if (!tid || (*tid > std::numeric_limits<int32_t>::max() && *tid != kNoTid))
    return Bad("a process id that is no number");
  line->raw.tid = static_cast<int32_t>(*tid);
  return ParseAction(rest, line);
}

}  // namespace ioreel
