#include "replay/plan/trace_scan.h"

#include <algorithm>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/clock.h"
#include "base/status_line.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/plan/placement.h"

namespace ioreel {
namespace {

constexpr size_t kBatch = 4096;
constexpr int64_t kQuietNs = 2'000'000'000;

class Scanner {
 public:
  explicit Scanner(const ScanOptions& options)
      : idle_cap_ns_(options.idle_cap_ns), scale_(options.lba_scale) {}

  void Add(const Io& io, const TraceInfo& info) {
    if (idle_cap_ns_ != kNoTime) CutIdle(io.start_ns);
    uint64_t offset = io.offset;
    if (HasRange(io.op)) {
      offset = scale_.Apply(OffsetInDevice(io, info), io.length).value_or(UINT64_MAX);
    }
    sum_.Add(io, offset, info);
  }

  TraceScan Finish() { return {{sum_.Finish()}, idle_cut_ns_}; }

 private:
  void CutIdle(int64_t start_ns) {
    const LevelSummary& sum = sum_.so_far();
    if (sum.first_ns == kNoTime) return;
    const int64_t busy_until_ns = std::max(sum.last_ns, sum.last_complete_ns);
    idle_cut_ns_ += std::max<int64_t>(0, start_ns - busy_until_ns - idle_cap_ns_);
  }

  const int64_t idle_cap_ns_;
  const OffsetScale scale_;
  LevelSummarizer sum_;
  int64_t idle_cut_ns_ = 0;
};

}  // namespace

absl::Status ForEachSelected(LevelReader* reader, IoSelector* selector,
                             const std::atomic<bool>* stop,
                             absl::FunctionRef<void(const Io&)> visit) {
  const SteadyClock clock;
  StatusLine status(kQuietNs);
  uint64_t read = 0;
  std::vector<Io> batch;
  for (;;) {
    if (stop != nullptr && stop->load(std::memory_order_relaxed)) {
      return absl::CancelledError("interrupted before the first I/O");
    }
    batch.clear();
    IOREEL_ASSIGN_OR_RETURN(const bool more, reader->Read(kBatch, &batch));
    if (!more) return absl::OkStatus();
    const TraceInfo& info = reader->info();
    for (const Io& io : batch) {
      if (selector->Takes(io, info)) visit(io);
    }
    read += batch.size();
    if (const int64_t now_ns = clock.NowNs(); status.IsDue(now_ns)) {
      status.Show(now_ns, absl::StrCat("reading the trace: ", FormatCount(read, "I/O"), " so far"));
    }
  }
}

void CountUntimed(Level level, uint64_t untimed, LevelSummary* summary) {
  if (level == Level::kIssue && untimed > 0) summary->left_out["without an issue time"] = untimed;
}

absl::StatusOr<TraceScan> ScanTrace(LevelReader* reader, const IoSelection& selection,
                                    const ScanOptions& options, const std::atomic<bool>* stop) {
  IoSelector selector(selection);
  Scanner scanner(options);
  IOREEL_RETURN_IF_ERROR(ForEachSelected(reader, &selector, stop,
                                         [&](const Io& io) { scanner.Add(io, reader->info()); }));
  TraceScan scan = scanner.Finish();
  scan.left_out = selector.left_out();
  return scan;
}

}  // namespace ioreel
