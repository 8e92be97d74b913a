#include "capture/sources/ftrace_blk.h"

#include <errno.h>
#include <fcntl.h>

#include <optional>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "capture/cpu_streams.h"
#include "capture/kernel_file.h"

namespace ioreel {
namespace {

/// Events that a CPU's ring buffer lost since it was last emptied, by its `stats` file.
uint64_t LostByStats(absl::string_view stats) {
  uint64_t lost = 0;
  for (absl::string_view line : absl::StrSplit(stats, '\n')) {
    const std::pair<absl::string_view, absl::string_view> field =
        absl::StrSplit(line, absl::MaxSplits(':', 1));
    uint64_t count = 0;
    if ((field.first == "overrun" || field.first == "commit overrun" ||
         field.first == "dropped events") &&
        absl::SimpleAtoi(field.second, &count)) {
      lost += count;
    }
  }
  return lost;
}

class FtraceBlkSource : public CaptureSource {
 public:
  explicit FtraceBlkSource(KernelPaths paths) : paths_(std::move(paths)) {}
  ~FtraceBlkSource() override {
    Stop([](const RawEvent&) {}).IgnoreError();
  }

  absl::string_view name() const override { return "ftrace-blk"; }

  absl::Status Start(const SourceOptions& options) override {
    IOREEL_ASSIGN_OR_RETURN(tracefs_, Tracefs::Find(paths_.tracefs_roots));
    IOREEL_RETURN_IF_ERROR(tracefs_->CheckFree(options.other_recorders));
    IOREEL_RETURN_IF_ERROR(CheckTraceable(paths_, options.devices));
    IOREEL_ASSIGN_OR_RETURN(journal_, RestoreJournal::Create(name(), paths_.journal_folder));
    absl::Status status = SwitchOn(options);
    if (!status.ok()) Restore().IgnoreError();
    return status;
  }

  absl::Status Poll(const RawEventSink& sink) override { return streams_.Drain(false, sink); }

  absl::Status Stop(const RawEventSink& sink) override {
    if (!journal_) return absl::OkStatus();
    absl::Status status;
    for (const std::string& folder : trace_folders_) {
      status.Update(WriteKernelFile(folder + "/enable", "0"));
    }
    status.Update(streams_.Drain(false, sink));
    AddUnreportedLosses();
    status.Update(streams_.Drain(true, sink));
    streams_.ReportDamage();
    status.Update(Restore());
    return status;
  }

 private:
  absl::Status SwitchOn(const SourceOptions& options) {
    const std::pair<absl::string_view, std::string> settings[] = {
        {"options/bin", "1"},
        {"options/context-info", "0"},
        {"options/overwrite", "1"},
        {"trace_clock", "mono"},
        {"buffer_size_kb", absl::StrCat(options.buffer_bytes >> 10)},
        {"tracing_on", "1"},
        {"current_tracer", "blk"},
    };
    for (const auto& [file, value] : settings) {
      const absl::Status status = journal_->Change(tracefs_->Path(file), value);
      if (absl::IsResourceExhausted(status)) return Annotate(status, "too large a --buffer");
      IOREEL_RETURN_IF_ERROR(status);
    }
    IOREEL_RETURN_IF_ERROR(OpenPipes());
    for (const std::string& device : options.devices) {
      trace_folders_.push_back(paths_.TraceFolder(device));
      const std::string& folder = trace_folders_.back();
      IOREEL_RETURN_IF_ERROR(journal_->Change(folder + "/enable", "1"));
      if (options.mask != 0) {  // lives and dies with `enable`
        IOREEL_RETURN_IF_ERROR(WriteKernelFile(folder + "/act_mask", absl::StrCat(options.mask)));
      }
    }
    return absl::OkStatus();
  }

  absl::Status OpenPipes() {
    for (int cpu : tracefs_->Cpus()) {
      const std::string path = tracefs_->Path(absl::StrCat("per_cpu/cpu", cpu, "/trace_pipe"));
      IOREEL_ASSIGN_OR_RETURN(ScopedFd fd, OpenFd(path, O_RDONLY | O_NONBLOCK));
      streams_.Add(path, std::move(fd), cpu);
    }
    return absl::OkStatus();
  }

  /// Losses at the very end, which no later event announces.
  void AddUnreportedLosses() {
    for (int cpu : tracefs_->Cpus()) {
      const uint64_t lost = LostByStats(
          ReadKernelFileOrEmpty(tracefs_->Path(absl::StrCat("per_cpu/cpu", cpu, "/stats"))));
      const uint64_t reported = streams_.LostOn(cpu);
      if (lost > reported) streams_.AddLoss(static_cast<uint16_t>(cpu), lost - reported);
    }
  }

  absl::Status Restore() {
    streams_.Close();
    trace_folders_.clear();
    const absl::Status status = journal_->Restore();
    journal_.reset();
    return status;
  }

  KernelPaths paths_;
  std::optional<Tracefs> tracefs_;
  std::optional<RestoreJournal> journal_;
  std::vector<std::string> trace_folders_;  ///< of devices that are switched on
  CpuStreams streams_;
};

}  // namespace

std::unique_ptr<CaptureSource> MakeFtraceBlkSource(KernelPaths paths) {
  return std::make_unique<FtraceBlkSource>(std::move(paths));
}

}  // namespace ioreel
