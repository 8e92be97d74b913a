#include "capture/doctor.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/fs.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <memory>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "base/sysfs_block.h"
#include "capture/kernel_file.h"
#include "capture/scratch_loop.h"
#include "capture/side_channel.h"
#include "capture/source_registry.h"

namespace ioreel {
namespace {

constexpr uint64_t kScratchBytes = 1 << 20;
constexpr size_t kTrialBytes = 4096;
constexpr uint64_t kTrialOffset = 8 * kTrialBytes;

/// A finding of `status`: `seen` when it is OK.
Finding FindingOf(std::string name, const absl::Status& status, std::string seen) {
  return {std::move(name), status.ok(),
          status.ok() ? std::move(seen) : std::string(status.message())};
}

absl::StatusOr<ScratchLoop> MakeScratch() {
  auto scratch = ScratchLoop::Create(kScratchBytes, "/dev/shm");
  return scratch.ok() ? std::move(scratch) : ScratchLoop::Create(kScratchBytes, "/tmp");
}

/// One direct write, past every cache.
absl::Status WriteTrial(const std::string& node) {
  IOREEL_ASSIGN_OR_RETURN(const ScopedFd fd, OpenFd(node, O_WRONLY | O_DIRECT));
  const std::unique_ptr<void, decltype(&free)> buffer(aligned_alloc(kTrialBytes, kTrialBytes),
                                                      free);
  std::fill_n(static_cast<char*>(buffer.get()), kTrialBytes, 'i');
  return PwriteAll(fd.get(), {static_cast<const char*>(buffer.get()), kTrialBytes}, kTrialOffset);
}

/// What a source saw of the trial.
struct Sighting {
  int queued = 0, issued = 0, completed = 0, others = 0;

  void See(const RawEvent& raw) {
    const StageEvent& event = raw.event;
    if (event.op != Op::kWrite || event.length == 0) return;
    if (event.offset != kTrialOffset || event.length != kTrialBytes) {
      ++others;
      return;
    }
    queued += event.stage == Stage::kQueued;
    issued += event.stage == Stage::kIssued;
    completed += event.stage == Stage::kCompleted;
  }
  absl::Status Judge() const {
    if (queued == 1 && issued == 1 && completed == 1 && others == 0) return absl::OkStatus();
    return absl::InternalError(
        absl::StrCat("one write of 4,096 bytes was seen as ", queued, " queued, ", issued,
                     " issued, ", completed, " completed, and ", others,
                     " of other sizes: this kernel's records are not understood"));
  }
};

absl::Status TrySource(CaptureSource* source, const ScratchLoop& scratch,
                       const std::vector<int>& other_recorders) {
  SourceOptions options;
  options.devices = {scratch.name()};
  options.buffer_bytes = 1 << 20;
  options.other_recorders = other_recorders;
  IOREEL_RETURN_IF_ERROR(source->Start(options));
  const absl::Status written = WriteTrial(scratch.node());
  Sighting sighting;
  const absl::Status stopped = source->Stop([&](const RawEvent& raw) { sighting.See(raw); });
  IOREEL_RETURN_IF_ERROR(written);
  IOREEL_RETURN_IF_ERROR(stopped);
  return sighting.Judge();
}

/// Write-zeroes, told from a write by the events beside the block trace.
Finding TrySideChannel(const KernelPaths& paths, const ScratchLoop& scratch) {
  const std::string name = "task events";
  const auto block = SysfsBlock::FindByName(scratch.name(), paths.sys);
  if (!block) return {name, false, "no loop device to try them on"};
  auto side = OpenSideChannel(paths, {*block});
  if (!side.ok()) return FindingOf(name, side.status(), "");
  const auto fd = OpenFd(scratch.node(), O_WRONLY);
  uint64_t range[2] = {0, kTrialBytes};
  if (!fd.ok() || ioctl(fd->get(), BLKZEROOUT, range) != 0) {
    return {name, false, "cannot write zeroes to the scratch loop device"};
  }
  std::vector<SideEvent> events;
  side->Drain(/*all=*/true, &events);
  std::vector<std::string> missing = side->missing();
  const bool zeroes = std::any_of(events.begin(), events.end(), [](const SideEvent& event) {
    return event.kind == SideEvent::Kind::kSpecialBio && event.op == Op::kWriteZeroes;
  });
  if (!zeroes) missing.push_back("write-zeroes, which are recorded as writes");
  if (!missing.empty())
    return {name, false, absl::StrCat("missing: ", absl::StrJoin(missing, ", "))};
  return {name, true, "fork, exec, rename, exit, writeback and write-zeroes are seen"};
}

Finding TryTracefs(const KernelPaths& paths, const std::vector<int>& living) {
  const auto tracefs = Tracefs::Find(paths.tracefs_roots);
  if (!tracefs.ok()) return FindingOf("tracefs", tracefs.status(), "");
  if (!absl::StrContains(ReadKernelFileOrEmpty(tracefs->Path("available_tracers")), "blk")) {
    return {"tracefs", false,
            absl::StrCat(tracefs->root(),
                         " has no tracer blk: the kernel was built without "
                         "CONFIG_BLK_DEV_IO_TRACE")};
  }
  return FindingOf("tracefs", tracefs->CheckFree(living),
                   absl::StrCat(tracefs->root(), ", tracer blk, used by no one"));
}

Finding DescribeLeftovers(const LeftoverReport& report) {
  if (!report.errors.empty()) return FindingOf("leftovers", report.errors.front(), "");
  if (report.undone.empty()) return {"leftovers", true, "none of killed recorders"};
  return {"leftovers", true,
          absl::StrCat("undid ", report.undone.size(), " changes that a killed recorder had left")};
}

}  // namespace

std::vector<Finding> ExamineCapture(const KernelPaths& paths) {
  if (geteuid() != 0) {
    return {{"rights", false, "tracing the kernel needs root: sudo ioreel doctor"}};
  }
  std::vector<Finding> findings = {{"rights", true, "root"}};
  const LeftoverReport leftovers = RestoreLeftovers(paths.journal_folder);
  findings.push_back(DescribeLeftovers(leftovers));
  const std::string lockdown =
      SettingIn(ReadKernelFileOrEmpty(paths.sys + "/kernel/security/lockdown"));
  if (!lockdown.empty()) findings.push_back({"lockdown", true, lockdown});
  findings.push_back(TryTracefs(paths, leftovers.living));
  const auto scratch = MakeScratch();
  if (!scratch.ok()) {
    findings.push_back(FindingOf("self test", scratch.status(), ""));
    return findings;
  }
  for (const auto& source : MakeCaptureSources(paths)) {
    findings.push_back(FindingOf(std::string(source->name()),
                                 TrySource(source.get(), *scratch, leftovers.living),
                                 "a write of 4,096 bytes was seen queued, issued and completed"));
  }
  findings.push_back(TrySideChannel(paths, *scratch));
  return findings;
}

}  // namespace ioreel
