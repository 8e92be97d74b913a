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

  void Add(Io io, const TraceInfo& info) {
    scan_.without_thread += io.task >= info.tasks.size() || info.tasks[io.task].tid < 0;
    AddTimes(io);
    if (HasRange(io.op)) {
      io.offset -= std::min(io.offset, StartBytes(io.device, info));
      io.offset = scale_.Apply(io.offset, io.length).value_or(UINT64_MAX);
    }
    DemandOf(io.device).Add(io);
  }

  TraceScan Take() {
    for (const auto& [device, demand] : scan_.devices) scan_.all.Add(demand, 0);
    return std::move(scan_);
  }

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

  static uint64_t StartBytes(uint16_t device, const TraceInfo& info) {
    return device < info.devices.size() ? info.devices[device].partition_start_bytes.value_or(0)
                                        : 0;
  }

  Demand& DemandOf(uint16_t device) {
    if (last_ == nullptr || device != last_device_) {
      last_ = &scan_.devices[device];
      last_device_ = device;
    }
    return *last_;
  }

  const int64_t idle_cap_ns_;
  const OffsetScale scale_;
  TraceScan scan_;
  uint16_t last_device_ = 0;
  Demand* last_ = nullptr;  ///< that device's; a map's entries stay where they are
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

absl::StatusOr<TraceScan> ScanTrace(LevelReader* reader, const IoSelection& selection,
                                    const ScanOptions& options, const std::atomic<bool>* stop) {
  IoSelector selector(selection);
  Scanner scanner(options);
  IOREEL_RETURN_IF_ERROR(ForEachSelected(reader, &selector, stop,
                                         [&](const Io& io) { scanner.Add(io, reader->info()); }));
  TraceScan scan = scanner.Take();
  scan.left_out = selector.left_out();
  return scan;
}

}  // namespace ioreel
