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
#include "base/units.h"
#include "replay/engine_registry.h"

namespace ioreel {
namespace {

constexpr int kMostDepth = 256;
constexpr uint64_t kLongestBio = 1 << 20;  // of the direct I/O that the kernel does not split

const EngineKind& KindOf(absl::string_view name) {
  for (const EngineKind& kind : AllEngines()) {
    if (kind.name == name) return kind;
  }
  return AllEngines().front();
}

/// A limit of the queue of the block device `status` is of; 0 = unknown, or no block device.
int QueueLimit(const struct stat& status, absl::string_view name) {
  if (!S_ISBLK(status.st_mode)) return 0;
  const std::string device =
      absl::StrCat("/sys/dev/block/", major(status.st_rdev), ":", minor(status.st_rdev));
  for (const char* disk : {"/queue/", "/../queue/"}) {  // a partition has its disk's
    const auto text = ReadFile(absl::StrCat(device, disk, name));
    int limit = 0;
    if (text.ok() && absl::SimpleAtoi(absl::StripAsciiWhitespace(*text), &limit)) return limit;
  }
  return 0;
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
std::string WhyUringBounces(int fd, int depth, uint64_t longest_bytes) {
  struct stat status;
  if (fstat(fd, &status) != 0) return "the target cannot be examined";
  if (!S_ISBLK(status.st_mode)) return "io_uring passes writes to files to worker threads";
  if (!TakesNowait(fd)) return "this device's driver makes io_uring use worker threads";
  const int queue = QueueLimit(status, "nr_requests");
  if (queue < depth) {
    return absl::StrCat("the device's queue holds ", queue, " requests, fewer than the depth of ",
                        depth, ": io_uring would pass the rest to worker threads");
  }
  const uint64_t unsplit =
      std::min(kLongestBio, uint64_t{1024} * QueueLimit(status, "max_sectors_kb"));
  if (longest_bytes > unsplit) {
    return absl::StrCat("I/Os of more than ", FormatSize(unsplit),
                        " are split, and io_uring would pass them to worker threads");
  }
  return "";
}

}  // namespace

EngineChoice ChooseEngine(absl::Span<const int> fds, int depth, uint64_t longest_bytes) {
  if (!std::all_of(fds.begin(), fds.end(), IsDirect)) {
    return {"sync",
            "the target is not open for direct I/O: the other engines would wait in submit"};
  }
  std::string why;
  if (const absl::Status status = ProbeEngine(KindOf("io_uring")); !status.ok()) {
    why = std::string(status.message());
  }
  for (const int fd : fds) {
    if (why.empty()) why = WhyUringBounces(fd, depth, longest_bytes);
  }
  if (why.empty()) return {"io_uring", "the device takes I/Os without waiting"};
  if (const absl::Status status = ProbeEngine(KindOf("libaio")); !status.ok()) {
    return {"sync", absl::StrCat(why, "; ", std::string(status.message()))};
  }
  return {"libaio", why};
}

int DefaultDepth(absl::Span<const int> fds) {
  int depth = kMostDepth;
  for (const int fd : fds) {
    struct stat status;
    const int queue = fstat(fd, &status) == 0 ? QueueLimit(status, "nr_requests") : 0;
    if (queue > 0) depth = std::min(depth, queue);
  }
  return depth;
}

}  // namespace ioreel
