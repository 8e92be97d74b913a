#include "capture/recorder.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cinttypes>
#include <cstdio>
#include <limits>
#include <memory>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/clock.h"
#include "base/host_facts.h"
#include "base/log.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "base/version.h"
#include "capture/child.h"
#include "capture/device_probe.h"
#include "capture/event_pipeline.h"
#include "capture/kernel_file.h"
#include "capture/sched_meter.h"
#include "capture/side_channel.h"
#include "capture/source_registry.h"
#include "capture/stop_signals.h"

namespace ioreel {
namespace {

constexpr int64_t kTickNs = 100'000'000;
constexpr int64_t kFlushPeriodNs = 1'000'000'000;
constexpr int64_t kSignalGraceNs = 10'000'000'000;

int64_t WallNowNs() {
  timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return now.tv_sec * 1'000'000'000LL + now.tv_nsec;
}

/// Bytes in the page cache that wait to be written back, on any device.
uint64_t DirtyBytes() {
  const std::string meminfo = ReadKernelFileOrEmpty("/proc/meminfo");
  const size_t line = meminfo.find("\nDirty:");
  uint64_t kib = 0;
  if (line == std::string::npos || sscanf(meminfo.c_str() + line + 7, "%" SCNu64, &kib) != 1)
    return 0;
  return kib << 10;
}

class Recorder {
 public:
  Recorder(const RecordOptions& options, TraceInfo* info)
      : options_(options), info_(info), tasks_(&info->tasks) {}

  absl::StatusOr<RecordSummary> Run(const WriterOpener& open_writer,
                                    const std::function<void(const RecordSummary&)>& progress) {
    IOREEL_RETURN_IF_ERROR(Prepare(open_writer));
    absl::Status status = child_ ? child_->Go() : absl::OkStatus();
    while (status.ok() && !IsOver()) {
      Wait();
      status = Tick();
      UpdateSummary();
      progress(summary_);
    }
    status.Update(Stop());
    if (child_ && !child_->ended()) {
      LogInfo("the command has not ended: sent it SIGTERM");
      child_->SignalTree(SIGTERM);
    }
    IOREEL_RETURN_IF_ERROR(status);
    UpdateSummary();
    return summary_;
  }

 private:
  absl::Status Prepare(const WriterOpener& open_writer) {
    const LeftoverReport leftovers = RestoreLeftovers(options_.paths.journal_folder);
    if (!leftovers.undone.empty()) {
      LogInfo(absl::StrCat("undid ", leftovers.undone.size(),
                           " changes that a killed recorder had left in the kernel"));
    }
    for (const absl::Status& error : leftovers.errors) LogWarning(error.message());
    DescribeTrace();
    for (int pid : options_.pids) {
      if (FileExists(absl::StrCat("/proc/", pid))) continue;
      return absl::NotFoundError(absl::StrCat("there is no process ", pid));
    }
    if (!options_.argv.empty()) {
      IOREEL_ASSIGN_OR_RETURN(child_, Child::Fork(options_.argv, signals_.old_mask()));
    }
    if (options_.drop_caches) IOREEL_RETURN_IF_ERROR(DropCaches());
    ListenToTasks();
    FindTree();
    if (options_.sched) IOREEL_RETURN_IF_ERROR(ListenToScheduler());
    IOREEL_RETURN_IF_ERROR(StartTracing(leftovers.living));
    IOREEL_ASSIGN_OR_RETURN(TraceWriter * writer, open_writer());
    dirty_at_start_ = DirtyBytes();
    start_ns_ = SteadyClock().NowNs();
    info_->start_clock_ns = start_ns_;
    info_->start_wall_ns = WallNowNs();
    pipeline_ = std::make_unique<EventPipeline>(info_, &tasks_, writer, start_ns_);
    AddAliases();
    return absl::OkStatus();
  }

  void DescribeTrace() {
    const std::vector<Mount> mounts = ReadMountTable();
    for (const SysfsBlock& block : options_.devices) {
      info_->devices.push_back(ProbeDevice(block, mounts));
    }
    info_->clock = "CLOCK_MONOTONIC";
    info_->host = ReadHostFacts();
    info_->writer = absl::StrCat("ioreel ", kVersion);
    if (!options_.argv.empty()) info_->command.emplace().argv = options_.argv;
  }

  absl::Status DropCaches() {
    sync();
    return WriteKernelFile("/proc/sys/vm/drop_caches", "3");
  }

  void ListenToTasks() {
    auto side = OpenSideChannel(options_.paths, options_.devices);
    if (side.ok()) {
      side_ = *std::move(side);
    } else {
      LogWarning(side.status().message());
    }
    if (const std::vector<std::string> missing = side_.missing(); !missing.empty()) {
      LogWarning(absl::StrCat("the kernel does not tell: ", absl::StrJoin(missing, ", ")));
    }
  }

  absl::Status ListenToScheduler() {
    const std::vector<int32_t> tids = tasks_.Tree();
    if (tids.empty()) {
      return absl::InvalidArgumentError("--sched needs a command or --pid: whose time is meant?");
    }
    IOREEL_ASSIGN_OR_RETURN(sched_, OpenSchedChannel(options_.paths, tids));
    sched_meter_ =
        std::make_unique<SchedMeter>([this](int32_t tid) { return tasks_.IsInTree(tid); });
    return absl::OkStatus();
  }

  /// After the task events of the same time, which say who is in the tree.
  absl::Status DrainSched(bool all) {
    if (!sched_) return absl::OkStatus();
    side_events_.clear();
    IOREEL_RETURN_IF_ERROR(sched_->Drain(all, &side_events_).status());
    for (const SideEvent& event : side_events_) sched_meter_->Apply(event);
    return absl::OkStatus();
  }

  absl::Status StopSched() {
    if (!sched_) return absl::OkStatus();
    absl::Status status = DrainSched(true);
    info_->notes.merge(sched_meter_->Notes());
    info_->notes["sched.lost_events"] = absl::StrCat(sched_->lost());
    status.Update(sched_->Close());
    return status;
  }

  absl::Status StartTracing(const std::vector<int>& other_recorders) {
    SourceOptions source_options;
    for (const SysfsBlock& block : options_.devices) source_options.devices.push_back(block.name());
    source_options.buffer_bytes =
        options_.buffer_bytes != 0 ? options_.buffer_bytes : DefaultBufferBytes();
    source_options.mask = options_.mask;
    source_options.other_recorders = other_recorders;
    IOREEL_ASSIGN_OR_RETURN(StartedSource started, StartSource(options_.source, source_options,
                                                               MakeCaptureSources(options_.paths)));
    source_ = std::move(started.source);
    info_->source = summary_.source = std::string(source_->name());
    LogInfo(absl::StrCat("recording ", absl::StrJoin(source_options.devices, ", "), " with ",
                         source_->name(), started.passed_over.empty() ? "" : "; not with ",
                         absl::StrJoin(started.passed_over, "; ")));
    return absl::OkStatus();
  }

  void AddAliases() {
    for (size_t i = 0; i < options_.devices.size(); ++i) {
      std::vector<SysfsBlock> relatives = options_.devices[i].Partitions();
      relatives.push_back(options_.devices[i].Disk());
      for (const SysfsBlock& relative : relatives) {
        pipeline_->AddAlias(major(relative.number()), minor(relative.number()),
                            static_cast<uint16_t>(i));
      }
    }
  }

  void FindTree() {
    tasks_.ReadProc();
    if (!side_.TellsWriteback()) tasks_.GuessWriteback();
    for (int pid : options_.pids) tasks_.AddTree(pid);
    if (child_) tasks_.AddTree(child_->pid());
  }

  /// Until something happens, at most a tick.
  void Wait() {
    pollfd fds[] = {{signals_.fd(), POLLIN, 0},
                    {child_ && settle_until_ns_ == 0 ? child_->fd() : -1, POLLIN, 0}};
    const int64_t now = SteadyClock().NowNs();
    const int64_t wait_ns = std::clamp<int64_t>(NextDeadline() - now, 0, kTickNs);
    const timespec timeout = {0, static_cast<long>(wait_ns)};
    ppoll(fds, std::size(fds), &timeout, nullptr);
    bool from_terminal = false;
    while (const int signal = signals_.Take(&from_terminal)) OnSignal(signal, from_terminal);
  }

  int64_t NextDeadline() const {
    int64_t deadline = std::numeric_limits<int64_t>::max();
    for (int64_t candidate : {settle_until_ns_, grace_until_ns_}) {
      if (candidate != 0) deadline = std::min(deadline, candidate);
    }
    if (options_.duration_ns > 0) deadline = std::min(deadline, start_ns_ + options_.duration_ns);
    return deadline;
  }

  /// The first signal is the command's to obey; the recording ends with it, or at the second.
  void OnSignal(int signal, bool from_terminal) {
    summary_.interrupted = true;
    if (!child_ || child_->ended() || grace_until_ns_ != 0) {
      stop_now_ = true;
      return;
    }
    grace_until_ns_ = SteadyClock().NowNs() + kSignalGraceNs;
    if (!from_terminal) child_->SignalTree(signal);
    LogInfo("waiting for the command to end, 10 s at most; once more to stop at once");
  }

  bool TreeEnded() const {
    if (child_) return child_->ended();
    if (options_.pids.empty()) return false;
    if (side_.TellsTasks()) return tasks_.living_in_tree() == 0;
    return std::all_of(options_.pids.begin(), options_.pids.end(),
                       [](int pid) { return kill(pid, 0) != 0 && errno == ESRCH; });
  }

  bool IsOver() {
    const int64_t now = SteadyClock().NowNs();
    if (settle_until_ns_ == 0 && TreeEnded()) {
      settle_until_ns_ = now + (summary_.interrupted ? 0 : options_.settle_ns);
    }
    return stop_now_ || now >= NextDeadline();
  }

  absl::Status Tick() {
    absl::Status status = source_->Poll([this](const RawEvent& raw) { pipeline_->AddRaw(raw); });
    const int64_t side_whole_ns = DrainSide(false);
    pipeline_->Advance(side_whole_ns - OpMarker::kLookAheadNs);
    status.Update(pipeline_->Write(false));
    status.Update(DrainSched(false));
    if (const int64_t now = SteadyClock().NowNs(); now >= flush_at_ns_) {
      status.Update(pipeline_->Flush());
      flush_at_ns_ = now + kFlushPeriodNs;
    }
    return status;
  }

  int64_t DrainSide(bool all) {
    side_events_.clear();
    const int64_t whole_ns = side_.Drain(all, &side_events_);
    for (const SideEvent& event : side_events_) pipeline_->AddSide(event);
    return whole_ns;
  }

  absl::Status Stop() {
    absl::Status status = source_->Stop([this](const RawEvent& raw) { pipeline_->AddRaw(raw); });
    const uint64_t dirty = DirtyBytes();
    summary_.left_dirty = dirty - std::min(dirty, dirty_at_start_);
    DrainSide(true);
    pipeline_->Advance(std::numeric_limits<int64_t>::max());
    status.Update(pipeline_->Write(true));
    status.Update(StopSched());
    status.Update(side_.Close());
    pipeline_->Finish();
    FinishCommand();
    return status;
  }

  void FinishCommand() {
    if (!child_) return;
    CommandInfo& command = *info_->command;
    command.start_ns = child_->start_ns() - start_ns_;
    if (const int64_t exit_ns = child_->exit_ns(); exit_ns != kNoTime) {
      command.exit_ns = exit_ns - start_ns_;
    }
    command.exit_code = summary_.exit_code = child_->exit_code();
    command.exit_signal = summary_.exit_signal = child_->exit_signal();
  }

  void UpdateSummary() {
    const EventPipeline::Counts& counts = pipeline_->counts();
    summary_.elapsed_ns = SteadyClock().NowNs() - start_ns_;
    summary_.events = counts.events;
    summary_.queued = counts.queued;
    summary_.requests = counts.requests;
    summary_.lost = info_->LostEvents();
    summary_.side_lost = side_.lost();
  }

  const RecordOptions& options_;
  TraceInfo* info_;
  TaskTable tasks_;
  StopSignals signals_;
  std::unique_ptr<Child> child_;
  SideChannel side_;
  std::unique_ptr<EventInstance> sched_;  ///< with --sched
  std::unique_ptr<CaptureSource> source_;
  std::unique_ptr<EventPipeline> pipeline_;
  std::unique_ptr<SchedMeter> sched_meter_;
  std::vector<SideEvent> side_events_;
  RecordSummary summary_;
  int64_t start_ns_ = 0;
  uint64_t dirty_at_start_ = 0;
  int64_t flush_at_ns_ = 0;
  int64_t settle_until_ns_ = 0;  ///< 0 = the tree has not ended
  int64_t grace_until_ns_ = 0;   ///< 0 = no signal has come
  bool stop_now_ = false;
};

}  // namespace

absl::StatusOr<RecordSummary> Record(const RecordOptions& options, TraceInfo* info,
                                     const WriterOpener& open_writer,
                                     const std::function<void(const RecordSummary&)>& progress) {
  return Recorder(options, info).Run(open_writer, progress);
}

uint64_t DefaultBufferBytes() {
  constexpr uint64_t kWanted = 32 << 20, kLeast = 1 << 20;
  const HostFacts host = ReadHostFacts();
  const uint64_t share = host.memory_bytes / 8 / static_cast<uint64_t>(std::max(host.cpus, 1));
  return std::clamp(share, kLeast, kWanted);
}

}  // namespace ioreel
