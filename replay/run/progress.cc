#include "replay/run/progress.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/console.h"
#include "base/log.h"
#include "base/units.h"
#include "formats/model/time.h"

namespace ioreel {
namespace {

using std::chrono::steady_clock;

constexpr int kBarCells = 24;

/// Time left; kNoTime when nothing can be said yet.
int64_t LeftNs(double share, int64_t elapsed_ns, int64_t expected_ns) {
  if (expected_ns != kNoTime) return std::max<int64_t>(0, expected_ns - elapsed_ns);
  if (share <= 0) return kNoTime;
  return static_cast<int64_t>(static_cast<double>(elapsed_ns) * (1 - share) / share);
}

}  // namespace

std::string ProgressLine(const std::string& label, uint64_t completed, uint64_t total,
                         int64_t elapsed_ns, int64_t expected_ns, int width, int64_t after_ns) {
  const double share =
      total == 0 ? 1 : std::min(1.0, static_cast<double>(completed) / static_cast<double>(total));
  std::string line = absl::StrCat(label, "  ");
  if (width > 0) {
    const auto cells = static_cast<size_t>(share * width);
    std::string bar(cells, '=');
    if (cells < static_cast<size_t>(width)) bar += '>';
    bar.resize(static_cast<size_t>(width), ' ');
    absl::StrAppend(&line, "[", bar, "]  ");
  }
  absl::StrAppend(&line, absl::StrFormat("%d %%  ", static_cast<int>(share * 100)),
                  FormatCount(completed), " of ", FormatCount(total));
  if (elapsed_ns > 0) {
    const double rate = static_cast<double>(completed) * 1e9 / static_cast<double>(elapsed_ns);
    absl::StrAppend(&line, "  ", FormatCount(static_cast<uint64_t>(rate)), "/s");
  }
  if (const int64_t left_ns = LeftNs(share, elapsed_ns, expected_ns); left_ns != kNoTime) {
    absl::StrAppend(&line, "  ", FormatDuration(left_ns), " left");
    if (after_ns > 0) absl::StrAppend(&line, ", in all ", FormatDuration(left_ns + after_ns));
  }
  return line;
}

Progress::Progress(std::string label, uint64_t total, int64_t expected_ns,
                   const std::atomic<uint64_t>* completed, int64_t after_ns)
    : label_(std::move(label)),
      total_(total),
      expected_ns_(expected_ns),
      after_ns_(after_ns),
      completed_(completed),
      terminal_(isatty(STDERR_FILENO) != 0),
      thread_([this] { Run(); }) {}

Progress::~Progress() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    ended_ = true;
  }
  ending_.notify_one();
  thread_.join();
}

void Progress::Run() {
  const auto start = steady_clock::now();
  const auto period = std::chrono::milliseconds(terminal_ ? 200 : 10'000);
  std::unique_lock<std::mutex> lock(mutex_);
  bool drawn = false;
  while (!ending_.wait_for(lock, period, [this] { return ended_; })) {
    const int64_t elapsed_ns =
        std::chrono::duration_cast<std::chrono::nanoseconds>(steady_clock::now() - start).count();
    const std::string line =
        ProgressLine(label_, completed_->load(std::memory_order_relaxed), total_, elapsed_ns,
                     expected_ns_, terminal_ ? kBarCells : 0, after_ns_);
    if (terminal_) {
      std::fprintf(stderr, "\r%s\033[K", ConsoleText(Printable(line)).c_str());
      drawn = true;
    } else {
      LogInfo(line);
    }
  }
  if (drawn) std::fputs("\r\033[K", stderr);
}

}  // namespace ioreel
