#include <unistd.h>

#include <filesystem>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/log.h"
#include "base/mount_table.h"
#include "base/shell_text.h"
#include "base/signal_name.h"
#include "base/status_line.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "capture/device_probe.h"
#include "capture/recorder.h"
#include "capture/source_registry.h"
#include "capture/trace_mask.h"
#include "cli/commands.h"
#include "formats/load.h"

namespace ioreel {
namespace {

constexpr uint64_t kNotableDirtyBytes = 1 << 20;

/// "sda 256 GiB, mounted on /; sda2 …": what there is to record.
std::string Candidates(const std::vector<Mount>& mounts) {
  std::vector<std::string> lines;
  for (const SysfsBlock& block : ListBlockDevices()) {
    const DeviceInfo info = ProbeDevice(block, mounts);
    lines.push_back(
        absl::StrCat("\n  ", DeviceNode(info.name), "  ", FormatSize(info.size_bytes.value_or(0)),
                     info.mount_point.empty() ? "" : "  mounted on ", info.mount_point));
  }
  return absl::StrJoin(lines, "");
}

class RecordCommand : public Command {
 public:
  std::string name() const override { return "record"; }
  std::string summary() const override {
    return "Record what a command, or a running system, does to block devices";
  }

  void Declare(FlagSet& flags) override {
    flags.Option("-d,--device", &devices_,
                 "device to record: /dev/sda, sda, a mount point, or any path on it", "DEVICE");
    flags.Option("-o,--output", &output_, "trace to write (required)", "FILE");
    flags.Option("-p,--pid", &pids_, "record a running process and its descendants as the tree",
                 "PID");
    flags.Duration("--duration", &options_.duration_ns,
                   "stop after it; a command that still runs is ended (SIGTERM)");
    flags.Duration("--settle", &options_.settle_ns,
                   "go on so long after the end of the command, for what it left to the kernel's "
                   "writing back [1s]");
    flags.Flag("--drop-caches", &options_.drop_caches, "begin with an empty page cache");
    flags.Size("--buffer", &buffer_bytes_,
               "kernel buffer for each CPU [32M, less on small machines]");
    flags.Choice("--source", &options_.source, CaptureSourceNames(), "how to listen to the kernel");
    flags.Option("--mask", &masks_,
                 "record only events of these kinds, as blktrace -a has them: " + TraceMaskNames(),
                 "KIND,...");
    flags.Flag("--sched", &options_.sched,
               "also note where the command's time went, by the scheduler: on a CPU, waiting for "
               "one, blocked, asleep");
    flags.Flag("--mount-tracefs", &mount_tracefs_, "mount tracefs if it is not mounted");
    flags.Flag("--propagate-exit", &propagate_exit_,
               "exit with the command's status, unless events were lost");
    flags.CommandLine(&options_.argv, "command to run and record");
    flags.Example("ioreel record -d /dev/sdb -o app.ioreel -- make -C /mnt/project");
  }

  absl::StatusOr<ExitCode> Run() override {
    IOREEL_RETURN_IF_ERROR(FillOptions());
    if (geteuid() != 0) {
      return absl::PermissionDeniedError("tracing the kernel needs root: sudo ioreel record …");
    }
    if (mount_tracefs_ && absl::IsNotFound(Tracefs::Find().status())) {
      IOREEL_RETURN_IF_ERROR(MountTracefs());
      LogInfo("mounted tracefs on " + TracefsRoots().front());
    }
    IOREEL_ASSIGN_OR_RETURN(const RecordSummary summary, RecordToFile());
    Report(summary);
    if (summary.lost > 0) return ExitCode::kInvalid;
    if (propagate_exit_ && summary.exit_code) return static_cast<ExitCode>(*summary.exit_code);
    return ExitCode::kOk;
  }

 private:
  absl::Status FillOptions() {
    const std::vector<Mount> mounts = ReadMountTable();
    if (devices_.empty()) {
      return UsageError(
          absl::StrCat("name the device to record with -d; there are:", Candidates(mounts)));
    }
    IOREEL_RETURN_IF_ERROR(CheckOutput());
    IOREEL_RETURN_IF_ERROR(FillBufferAndMask());
    if (!options_.argv.empty() && !pids_.empty()) {
      return UsageError("give either a command or --pid, not both");
    }
    for (const std::string& text : devices_) IOREEL_RETURN_IF_ERROR(AddDevice(text, mounts));
    for (const std::string& text : pids_) {
      int pid = 0;
      if (!absl::SimpleAtoi(text, &pid) || pid <= 0) {
        return UsageError(absl::StrCat("--pid ", text, ": not a process id"));
      }
      options_.pids.push_back(pid);
    }
    WarnOfOwnWrites(mounts);
    return absl::OkStatus();
  }

  /// Before anything is traced or run.
  absl::Status CheckOutput() const {
    if (output_.empty()) return UsageError("name the trace to write with -o FILE");
    if (!IsContainerName(output_))
      return UsageError(
          absl::StrCat("-o ", output_, ": a recording is an ioreel trace; name it ",
                       "like app.ioreel (`ioreel convert` makes other formats of it)"));
    return CheckTraceOutput(output_);
  }

  absl::Status FillBufferAndMask() {
    if (buffer_bytes_ != kNotGiven) {
      if (buffer_bytes_ < kLeastBufferBytes)
        return UsageError(absl::StrCat("--buffer ", FormatSize(buffer_bytes_),
                                       ": too small; at least ", FormatSize(kLeastBufferBytes)));
      options_.buffer_bytes = buffer_bytes_;
    }
    if (masks_.empty()) return absl::OkStatus();
    const absl::StatusOr<uint32_t> mask = ParseTraceMask(absl::StrJoin(masks_, ","));
    if (!mask.ok()) return UsageError(mask.status().message());
    options_.mask = *mask;
    return absl::OkStatus();
  }

  absl::Status AddDevice(const std::string& text, const std::vector<Mount>& mounts) {
    IOREEL_ASSIGN_OR_RETURN(NamedDevice device, FindNamedDevice(text, mounts));
    if (!device.found.empty()) LogInfo(device.found);
    for (const SysfsBlock& known : options_.devices) {
      if (known.number() == device.block.number()) return absl::OkStatus();
    }
    options_.devices.push_back(std::move(device.block));
    return absl::OkStatus();
  }

  /// The trace itself is written somewhere, too.
  void WarnOfOwnWrites(const std::vector<Mount>& mounts) const {
    const std::string folder = std::filesystem::path(output_).parent_path().string();
    const auto below = FindNamedDevice(folder.empty() ? "." : folder, mounts);
    if (!below.ok()) return;
    for (const SysfsBlock& device : options_.devices) {
      if (device.Disk().number() != below->block.Disk().number()) continue;
      LogWarning(absl::StrCat(output_, " lies on ", below->block.name(), ", which is recorded: ",
                              "writing the trace is recorded along (as tasks of the recorder and "
                              "of writeback); better write it elsewhere, as to /dev/shm"));
    }
  }

  absl::StatusOr<RecordSummary> RecordToFile() {
    TraceInfo info;
    info.origin = ShellText(options_.argv);
    if (!masks_.empty()) info.notes["record.mask"] = absl::StrJoin(masks_, ",");
    std::unique_ptr<TraceWriter> writer;
    const auto open_writer = [&]() -> absl::StatusOr<TraceWriter*> {
      IOREEL_ASSIGN_OR_RETURN(writer, OpenTraceWriter(output_, "", WriteOptions()));
      return writer.get();
    };
    StatusLine line;
    const auto progress = [&](const RecordSummary& so_far) {
      const int64_t now = SteadyClock().NowNs();
      if (line.IsDue(now))
        line.Show(now, Describe(so_far, PathSize(AtomicFile::PartialPath(output_))));
    };
    absl::StatusOr<RecordSummary> summary = Record(options_, &info, open_writer, progress);
    line.Clear();
    IOREEL_RETURN_IF_ERROR(summary.status());
    IOREEL_RETURN_IF_ERROR(writer->Finish(info));
    return summary;
  }

  static uint64_t PathSize(const std::string& path) {
    std::error_code failed;
    const auto size = std::filesystem::file_size(path, failed);
    return failed ? 0 : size;
  }

  static std::string Describe(const RecordSummary& summary, uint64_t bytes) {
    return absl::StrCat(FormatDuration(summary.elapsed_ns), ", ", FormatCount(summary.events),
                        " events, ", FormatCount(summary.lost), " lost, ", FormatSize(bytes));
  }

  void Report(const RecordSummary& summary) const {
    if (summary.exit_signal) {
      LogInfo(absl::StrCat("the command was killed by ", SignalName(*summary.exit_signal),
                           " (status ", *summary.exit_code, ")"));
    } else if (summary.exit_code) {
      LogInfo(absl::StrCat("the command ended with status ", *summary.exit_code));
    }
    LogInfo(absl::StrCat(output_, ": ", Describe(summary, PathSize(output_)), "; ",
                         FormatCount(summary.queued), " I/Os queued, ",
                         FormatCount(summary.requests), " requests issued"));
    if (summary.lost > 0) {
      LogWarning(absl::StrCat("at least ", FormatCount(summary.lost),
                              " events were lost (exit status 4); record again with a larger "
                              "--buffer"));
    }
    if (summary.side_lost > 0) {
      LogWarning(absl::StrCat(FormatCount(summary.side_lost),
                              " events of tasks were lost: some names or classes may be wrong"));
    }
    if (summary.left_dirty >= kNotableDirtyBytes) {
      LogInfo(absl::StrCat(FormatSize(summary.left_dirty),
                           " more than before wait in the page cache to be written; their writing "
                           "is recorded with --settle 35s, or if the command syncs"));
    }
    if (summary.events == 0 && options_.mask != 0)
      LogWarning("no event of the kinds that --mask names");
    else if (summary.queued + summary.requests == 0 && options_.mask == 0)
      LogWarning("no I/O reached the device: was it cached? (--drop-caches)");
  }

  static constexpr uint64_t kNotGiven = ~uint64_t{0};
  std::vector<std::string> devices_, pids_, masks_;
  std::string output_;
  uint64_t buffer_bytes_ = kNotGiven;
  bool mount_tracefs_ = false, propagate_exit_ = false;
  RecordOptions options_;
};

}  // namespace

std::unique_ptr<Command> MakeRecordCommand() { return std::make_unique<RecordCommand>(); }

}  // namespace ioreel
