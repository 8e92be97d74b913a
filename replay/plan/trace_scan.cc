#include "replay/plan/trace_scan.h"

#include <algorithm>
#include <bit>
#include <limits>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/checked_math.h"
#include "base/clock.h"
#include "base/status_line.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr size_t kBatch = 4096;
constexpr int64_t kQuietNs = 2'000'000'000;

class Scanner {
 public:
  explicit Scanner(int64_t idle_cap_ns) : idle_cap_ns_(idle_cap_ns) {}

  void Add(const Io& io, const TraceInfo& info) {
    ++scan_.ios;
    scan_.without_thread += io.task >= info.tasks.size() || info.tasks[io.task].tid < 0;
    ++scan_.devices[io.device];
    TraceScan::PerOp& op = scan_.ops[static_cast<size_t>(io.op)];
    ++op.count;
    AddTimes(io);
    if (!HasRange(io.op)) return;
    op.bytes += io.length;
    op.longest = std::max(op.longest, io.length);
    AddRange(io);
  }

  TraceScan Take() { return std::move(scan_); }

 private:
  void AddTimes(const Io& io) {
    if (scan_.first_ns == kNoTime) {
      scan_.first_ns = io.start_ns;
    } else if (idle_cap_ns_ != kNoTime) {
      const int64_t busy_until_ns = std::max(scan_.last_ns, scan_.last_complete_ns);
      scan_.idle_cut_ns += std::max<int64_t>(0, io.start_ns - busy_until_ns - idle_cap_ns_);
    }
    scan_.last_ns = std::max(scan_.last_ns, io.start_ns);
    if (io.complete_ns == kNoTime) {
      ++scan_.without_completion;
      return;
    }
    scan_.last_complete_ns = std::max(scan_.last_complete_ns, io.complete_ns);
    if (HasPayload(io.op)) scan_.busy.Add(io.start_ns, std::max(io.start_ns, io.complete_ns));
  }

  void AddRange(const Io& io) {
    const uint64_t end = CheckedAdd(io.offset, io.length).value_or(UINT64_MAX);
    if (end > scan_.end_bytes) {
      scan_.end_bytes = end;
      scan_.furthest_ordinal = io.ordinal;
    }
    auto& alignment = scan_.alignments[std::countr_zero(io.offset | io.length)];
    if (alignment.count++ == 0) alignment.first = io.ordinal;
  }

  int64_t idle_cap_ns_;
  TraceScan scan_;
};

}  // namespace

TraceScan::PerAlignment TraceScan::Unaligned(uint64_t block_bytes) const {
  PerAlignment all;
  for (int shift = 0; shift < std::countr_zero(block_bytes); ++shift) {
    const PerAlignment& some = alignments[static_cast<size_t>(shift)];
    if (some.count == 0) continue;
    all.first = all.count == 0 ? some.first : std::min(all.first, some.first);
    all.count += some.count;
  }
  return all;
}

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

absl::StatusOr<TraceScan> ScanTrace(LevelReader* reader, const IoSelection& selection,
                                    int64_t idle_cap_ns, const std::atomic<bool>* stop) {
  IoSelector selector(selection);
  Scanner scanner(idle_cap_ns);
  IOREEL_RETURN_IF_ERROR(ForEachSelected(reader, &selector, stop,
                                         [&](const Io& io) { scanner.Add(io, reader->info()); }));
  TraceScan scan = scanner.Take();
  scan.left_out = selector.left_out();
  return scan;
}

}  // namespace ioreel
