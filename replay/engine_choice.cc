#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <sys/uio.h>

#include <algorithm>
#include <string>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/file.h"
#include "replay/engine_registry.h"

namespace ioreel {
namespace {

const EngineKind& KindOf(absl::string_view name) {
  for (const EngineKind& kind : AllEngines()) {
    if (kind.name == name) return kind;
  }
  return AllEngines().front();
}

/// Requests that the device's own queue holds; 0 = unknown.
int QueueDepthOf(const struct stat& status) {
  const std::string path = absl::StrCat("/sys/dev/block/", major(status.st_rdev), ":",
                                        minor(status.st_rdev), "/queue/nr_requests");
  const auto text = ReadFile(path);
  int depth = 0;
  if (!text.ok() || !absl::SimpleAtoi(absl::StripAsciiWhitespace(*text), &depth)) return 0;
  return depth;
}

/// False when the driver cannot take an I/O without waiting: it says so to a read that forbids
/// waiting, before it looks at the length, which no direct read may have, so that nothing is read.
bool TakesNowait(int fd) {
  char byte;
  const iovec part = {&byte, 1};
  return preadv2(fd, &part, 1, 0, RWF_NOWAIT) < 0 && errno == EINVAL;
}

bool IsDirect(int fd) { return (fcntl(fd, F_GETFL) & O_DIRECT) != 0; }

/// Why io_uring would pass I/Os of `fd` to its worker threads; "" when it would not.
std::string WhyUringBounces(int fd, int depth) {
  struct stat status;
  if (fstat(fd, &status) != 0) return "the target cannot be examined";
  if (!S_ISBLK(status.st_mode)) return "io_uring passes writes to files to worker threads";
  if (!TakesNowait(fd)) return "this device's driver makes io_uring use worker threads";
  const int queue = QueueDepthOf(status);
  if (queue < depth) {
    return absl::StrCat("the device's queue holds ", queue, " requests, fewer than the depth of ",
                        depth, ": io_uring would pass the rest to worker threads");
  }
  return "";
}

}  // namespace

EngineChoice ChooseEngine(absl::Span<const int> fds, int depth) {
  if (!std::all_of(fds.begin(), fds.end(), IsDirect)) {
    return {"sync",
            "the target is not open for direct I/O: the other engines would wait in submit"};
  }
  std::string why;
  if (const absl::Status status = ProbeEngine(KindOf("io_uring")); !status.ok()) {
    why = std::string(status.message());
  }
  for (const int fd : fds) {
    if (why.empty()) why = WhyUringBounces(fd, depth);
  }
  if (why.empty()) return {"io_uring", "the device takes I/Os without waiting"};
  if (const absl::Status status = ProbeEngine(KindOf("libaio")); !status.ok()) {
    return {"sync", absl::StrCat(why, "; ", std::string(status.message()))};
  }
  return {"libaio", why};
}

}  // namespace ioreel
