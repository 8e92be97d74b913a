#include "base/log.h"

#include <unistd.h>

#include <cstdio>
#include <string>

#include "absl/strings/str_cat.h"

namespace ioreel {
namespace {

/// One write a line, so that lines of several threads never mix.
void WriteLine(const std::string& line) {
  std::fflush(stdout);
  [[maybe_unused]] const ssize_t n = write(STDERR_FILENO, line.data(), line.size());
}

}  // namespace

void LogInfo(absl::string_view message) { WriteLine(absl::StrCat("ioreel: ", message, "\n")); }

void LogWarning(absl::string_view message) {
  WriteLine(absl::StrCat("ioreel: warning: ", message, "\n"));
}

}  // namespace ioreel
