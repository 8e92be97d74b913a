#include "capture/kernel_file.h"

#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

/// What stands between `open` and `close` in `text`, "" when either is missing.
absl::string_view Between(absl::string_view text, absl::string_view open, absl::string_view close) {
  const size_t begin = text.find(open);
  if (begin == absl::string_view::npos) return {};
  const size_t from = begin + open.size();
  const size_t end = text.find(close, from);
  return end == absl::string_view::npos ? absl::string_view() : text.substr(from, end - from);
}

}  // namespace

bool FileExists(const std::string& path) { return access(path.c_str(), F_OK) == 0; }

absl::StatusOr<std::string> ReadKernelFile(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(std::string text, ReadFile(path));
  absl::StripTrailingAsciiWhitespace(&text);
  return text;
}

std::string ReadKernelFileOrEmpty(const std::string& path) {
  return ReadKernelFile(path).value_or("");
}

absl::Status WriteKernelFile(const std::string& path, absl::string_view value) {
  IOREEL_ASSIGN_OR_RETURN(const ScopedFd fd, OpenFd(path, O_WRONLY | O_TRUNC));
  const std::string line = absl::StrCat(value, "\n");
  if (write(fd.get(), line.data(), line.size()) < 0) {
    return ErrnoError(errno, absl::StrCat("cannot write \"", value, "\" to"), path);
  }
  return absl::OkStatus();
}

std::string SettingIn(absl::string_view text) {
  const absl::string_view expanded = Between(text, "(expanded: ", ")");
  if (!expanded.empty()) return std::string(expanded);
  const absl::string_view chosen = Between(text, "[", "]");
  return std::string(chosen.empty() ? text : chosen);
}

}  // namespace ioreel
