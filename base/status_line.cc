#include "base/status_line.h"

#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "base/console.h"
#include "base/log.h"

namespace ioreel {
namespace {

constexpr int64_t kTerminalPeriodNs = 500'000'000;
constexpr int64_t kPlainPeriodNs = 10'000'000'000;
constexpr absl::string_view kToLineStart = "\r\x1b[K";

void WriteError(absl::string_view text) {
  [[maybe_unused]] const ssize_t n = write(STDERR_FILENO, text.data(), text.size());
}

}  // namespace

StatusLine::StatusLine(int64_t quiet_ns)
    : quiet_ns_(quiet_ns), terminal_(isatty(STDERR_FILENO) == 1) {}

void StatusLine::Show(int64_t now_ns, absl::string_view text) {
  if (!IsDue(now_ns)) return;
  const int64_t period_ns = terminal_ ? kTerminalPeriodNs : kPlainPeriodNs;
  const bool too_early = !begun_ && (quiet_ns_ > 0 || !terminal_);  // not worth a line of its own
  due_ns_ = now_ns + (too_early && quiet_ns_ > 0 ? quiet_ns_ : period_ns);
  begun_ = true;
  if (too_early) return;
  if (terminal_) {
    WriteError(absl::StrCat(kToLineStart, ConsoleText(Printable(text))));
    shown_ = true;
  } else {
    LogInfo(text);
  }
}

void StatusLine::Clear() {
  if (shown_) WriteError(kToLineStart);
  shown_ = false;
}

}  // namespace ioreel
