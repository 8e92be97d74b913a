#include "capture/side_channel.h"

#include <sys/sysmacros.h>

#include <limits>
#include <set>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "base/log.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr uint64_t kBufferBytes = 4 << 20;
constexpr uint64_t kSchedBufferBytes = 8 << 20;
constexpr int kKernelMinorBits = 20;

constexpr char kBio[] = "block/block_bio_queue";
constexpr char kNewTask[] = "task/task_newtask";
constexpr char kExit[] = "sched/sched_process_exit";
constexpr char kWorkBegin[] = "workqueue/workqueue_execute_start";
constexpr char kWorkEnd[] = "workqueue/workqueue_execute_end";

/// "dev == 7340033 || dev == …": the devices, their disks and their partitions, by the kernel's
/// own numbers. (A filter on the op's text matches nothing on some kernels.)
std::string DeviceFilter(const std::vector<SysfsBlock>& devices) {
  std::set<dev_t> numbers;
  for (const SysfsBlock& device : devices) {
    numbers.insert(device.number());
    numbers.insert(device.Disk().number());
    for (const SysfsBlock& partition : device.Partitions()) numbers.insert(partition.number());
  }
  std::vector<std::string> terms;
  for (dev_t number : numbers) {
    terms.push_back(absl::StrCat("dev == ", (major(number) << kKernelMinorBits) | minor(number)));
  }
  return absl::StrJoin(terms, " || ");
}

/// Address of the kernel function in which workers write back dirty pages; "" when hidden.
std::string WritebackFunction() {
  const auto symbols = ReadFile("/proc/kallsyms");
  if (!symbols.ok()) return "";
  const size_t name = symbols->find(" wb_workfn\n");
  if (name == std::string::npos) return "";
  const size_t line = symbols->rfind('\n', name) + 1;
  const std::string address = symbols->substr(line, symbols->find(' ', line) - line);
  return address.find_first_not_of('0') == std::string::npos ? "" : "0x" + address;
}

std::vector<EventRequest> WantedEvents(const std::vector<SysfsBlock>& devices) {
  std::vector<EventRequest> events = {
      {kBio, DeviceFilter(devices)},    {kNewTask, ""}, {"task/task_rename", ""},
      {"sched/sched_process_exec", ""}, {kExit, ""},
  };
  if (const std::string function = WritebackFunction(); !function.empty()) {
    events.push_back({kWorkBegin, "function == " + function});
    events.push_back({kWorkEnd, "function == " + function});
  }
  return events;
}

}  // namespace

bool SideChannel::TellsTasks() const {
  return instance_ && instance_->HasEvent(kNewTask) && instance_->HasEvent(kExit);
}

bool SideChannel::TellsWriteback() const {
  return instance_ && instance_->HasEvent(kWorkBegin) && instance_->HasEvent(kWorkEnd);
}

int64_t SideChannel::Drain(bool all, std::vector<SideEvent>* out) {
  if (!instance_) return std::numeric_limits<int64_t>::max();
  const auto whole_ns = instance_->Drain(all, out);
  if (whole_ns.ok()) return *whole_ns;
  LogWarning(absl::StrCat("task events end here: ", whole_ns.status().message()));
  instance_.reset();
  return std::numeric_limits<int64_t>::max();
}

std::vector<std::string> SideChannel::missing() const {
  std::vector<std::string> missing;
  if (!instance_ || !instance_->HasEvent(kBio)) {
    missing.push_back("write-zeroes (they are recorded as writes)");
  }
  if (!TellsTasks()) missing.push_back("tasks as they come and go (/proc is looked at instead)");
  if (!TellsWriteback()) {
    missing.push_back("when workers write back (their last work's name must tell)");
  }
  return missing;
}

absl::StatusOr<SideChannel> OpenSideChannel(const KernelPaths& paths,
                                            const std::vector<SysfsBlock>& devices) {
  IOREEL_ASSIGN_OR_RETURN(const Tracefs tracefs, Tracefs::Find(paths.tracefs_roots));
  IOREEL_ASSIGN_OR_RETURN(auto instance,
                          EventInstance::Open(tracefs, {.name = "tasks",
                                                        .events = WantedEvents(devices),
                                                        .buffer_bytes = kBufferBytes,
                                                        .only_tids = {},
                                                        .journal_folder = paths.journal_folder}));
  return SideChannel(std::move(instance));
}

absl::StatusOr<std::unique_ptr<EventInstance>> OpenSchedChannel(const KernelPaths& paths,
                                                                const std::vector<int32_t>& tids) {
  IOREEL_ASSIGN_OR_RETURN(const Tracefs tracefs, Tracefs::Find(paths.tracefs_roots));
  return EventInstance::Open(
      tracefs, {.name = "sched",
                .events = {{"sched/sched_switch", "", true}, {"sched/sched_waking", "", true}},
                .buffer_bytes = kSchedBufferBytes,
                .only_tids = tids,
                .journal_folder = paths.journal_folder});
}

}  // namespace ioreel
