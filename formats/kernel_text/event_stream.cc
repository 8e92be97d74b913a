#include "formats/kernel_text/event_stream.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/import/faults.h"
#include "formats/import/line_importer.h"

namespace ioreel {

absl::StatusOr<KernelEventStream> KernelEventStream::Open(const Input& input,
                                                          ParseKernelLineFn parse,
                                                          const ReadOptions& options,
                                                          ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(LineReader lines, LineReader::Open(input));
  return KernelEventStream(std::move(lines), parse, options, log);
}

absl::StatusOr<bool> KernelEventStream::Next(KernelLine* event) {
  if (held_) {
    *event = *std::exchange(held_, std::nullopt);
    return true;
  }
  IOREEL_ASSIGN_OR_RETURN(bool more, NextLine(event));
  if (!more) return false;
  if (event->kind == KernelLine::Kind::kEvent) {
    last_ns_ = event->raw.event.time_ns;
    return true;
  }
  KernelLine behind;
  for (;;) {
    IOREEL_ASSIGN_OR_RETURN(more, NextLine(&behind));
    if (!more || behind.kind == KernelLine::Kind::kEvent) break;
    uint64_t& lost = event->raw.event.length;
    lost = SaturatingAdd(lost, behind.raw.event.length);
    if (behind.raw.event.cpu != event->raw.event.cpu) event->raw.event.cpu = kNoCpu;
  }
  if (more) {
    last_ns_ = behind.raw.event.time_ns;
    held_ = behind;
  }
  event->raw.event.time_ns = last_ns_;
  return true;
}

absl::StatusOr<bool> KernelEventStream::NextLine(KernelLine* line) {
  for (;;) {
    absl::string_view text;
    const absl::StatusOr<bool> more = lines_.Next(&text);
    if (!more.ok()) IOREEL_RETURN_IF_ERROR(Damage(more.status(), options_, log_));
    if (!more.ok() || !*more) {
      NoteUnterminated(lines_, log_);
      return false;
    }
    text = absl::StripAsciiWhitespace(text);
    if (text.empty()) continue;
    *line = KernelLine();
    if (const absl::Status status = parse_(text, line); !status.ok()) {
      IOREEL_RETURN_IF_ERROR(BadLine(lines_.Place(), text, status, options_, log_));
      continue;
    }
    if (line->kind == KernelLine::Kind::kEvent || line->kind == KernelLine::Kind::kLost)
      return true;
    CountOther(line->kind);
  }
}

void KernelEventStream::CountOther(KernelLine::Kind kind) {
  const LineNotes notes(lines_, log_);
  if (kind == KernelLine::Kind::kOther) {
    notes.Notice("other_text",
                 "lines that are no events (headings, summaries, stacks, prose); left out");
    return;
  }
  ++other_events_;
  notes.Notice("other_event",
               "events that are no stage of an I/O (messages, other tracepoints); left out");
}

}  // namespace ioreel
