#include "base/log.h"

#include <unistd.h>

#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"
#include "base/console.h"

namespace ioreel {
namespace {

/// One write a line, so that lines of several threads never mix.
void WriteLine(absl::string_view head, absl::string_view message) {
  std::fflush(stdout);
  const std::string line = ConsoleText(absl::StrCat(head, Printable(message), "\n"));
  [[maybe_unused]] const ssize_t n = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

void LogInfo(absl::string_view message) { WriteLine("ioreel: ", message); }

void LogWarning(absl::string_view message) { WriteLine("ioreel: warning: ", message); }

}  // namespace ioreel
