#include "replay/prime/priming.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <string>
#include <utility>

#include "base/file.h"
#include "base/status_macros.h"
#include "replay/prime/plain_run.h"
#include "replay/prime/range_steps.h"
#include "replay/run/progress.h"

namespace ioreel {
namespace {

/// One flush of everything.
class FlushStep : public StepSource {
 public:
  FlushStep() { step_.io.op = Op::kFlush; }
  Batch Pull() override {
    if (std::exchange(given_, true)) return {};
    return {Next::kSteps, &step_, 1};
  }

 private:
  Step step_;
  bool given_ = false;
};

absl::Status FlushAll(const PrimingSetup& setup) {
  FlushStep flush;
  IOREEL_RETURN_IF_ERROR(RunPlainly({.what = "priming",
                                     .source = &flush,
                                     .target = setup.target,
                                     .fds = setup.fds,
                                     .engine = setup.engine,
                                     .timeout_ns = setup.timeout_ns}));
  for (const int fd : setup.fds) posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED);
  return absl::OkStatus();
}

}  // namespace

absl::Status Prime(const PrimingSetup& setup, const RangeSet& ranges) {
  if (ranges.empty()) return absl::OkStatus();
  RangeSteps steps(Op::kWrite, &ranges, setup.block_bytes, setup.target->size_bytes());
  std::atomic<uint64_t> completed{0};
  const Progress progress("priming", steps.steps(), kNoTime, &completed);
  IOREEL_RETURN_IF_ERROR(RunPlainly({.what = "priming",
                                     .source = &steps,
                                     .target = setup.target,
                                     .fds = setup.fds,
                                     .engine = setup.engine,
                                     .payload = setup.payload,
                                     .longest_write = RangeSteps::kStepBytes,
                                     .written_bytes = ranges.bytes(),
                                     .stop = setup.stop,
                                     .timeout_ns = setup.timeout_ns,
                                     .completed = &completed}));
  return FlushAll(setup);
}

RangeSet FindHoles(int fd, const RangeSet& ranges) {
  RangeSet holes;
  struct stat status;
  if (fstat(fd, &status) == 0 && S_ISBLK(status.st_mode)) return holes;
  for (const auto& [begin, end] : ranges.ranges()) {
    for (auto at = static_cast<off_t>(begin); at < static_cast<off_t>(end);) {
      const off_t hole = lseek(fd, at, SEEK_HOLE);
      if (hole < 0 && errno != ENXIO) return ranges;
      if (hole < 0 || hole >= static_cast<off_t>(end)) break;
      off_t data = lseek(fd, hole, SEEK_DATA);
      if (data < 0 || data > static_cast<off_t>(end)) data = static_cast<off_t>(end);
      holes.Add(static_cast<uint64_t>(hole), static_cast<uint64_t>(data - hole));
      at = data;
    }
  }
  return holes;
}

}  // namespace ioreel
