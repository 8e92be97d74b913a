#include "tests/support/loop_device.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"

namespace ioreel {

CommandResult RunShell(const std::string& command) {
  CommandResult result;
  FILE* const pipe = popen(absl::StrCat("{ ", command, "\n} 2>&1 </dev/null").c_str(), "r");
  if (pipe == nullptr) return result;
  char buffer[4096];
  while (const size_t n = fread(buffer, 1, sizeof(buffer), pipe)) result.output.append(buffer, n);
  const int status = pclose(pipe);
  result.status = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return result;
}

LoopDevice::LoopDevice(uint64_t bytes, int sector_bytes) : owns_file_(true) {
  file_ = "/tmp/ioreel_loop_XXXXXX";
  const int fd = mkstemp(file_.data());
  if (fd < 0 || posix_fallocate(fd, 0, static_cast<off_t>(bytes)) != 0) {
    why_not_ = absl::StrCat("no room for ", file_);
  }
  if (fd >= 0) close(fd);
  if (why_not_.empty()) Attach(sector_bytes);
}

LoopDevice::LoopDevice(const std::string& file, int sector_bytes) : file_(file) {
  Attach(sector_bytes);
}

void LoopDevice::Attach(int sector_bytes) {
  const CommandResult made = RunShell(
      absl::StrCat("losetup -f --show --direct-io=on -b ", sector_bytes, " '", file_, "'"));
  if (made.status == 0) {
    path_ = std::string(absl::StripAsciiWhitespace(made.output));
  } else {
    why_not_ = made.output;
  }
}

LoopDevice::~LoopDevice() {
  if (!path_.empty()) RunShell(absl::StrCat("losetup -d ", path_));
  std::error_code ignored;
  if (owns_file_) std::filesystem::remove(file_, ignored);
}

}  // namespace ioreel
