#include "formats/blktrace/names_written.h"

#include <algorithm>
#include <utility>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace ioreel {
namespace {

constexpr size_t kNameBytes = 15;          ///< and a NUL
constexpr uint32_t kLocalMajor = 240;      ///< for local use, says the kernel
constexpr int32_t kNoKernelTid = 1 << 22;  ///< Linux gives no thread this number or a higher one
constexpr uint32_t kMajors = 1u << 12, kMinors = 1u << 20;

/// nullopt when a record cannot hold it or it is not known.
std::optional<uint32_t> KnownNumber(const DeviceInfo& device) {
  if ((device.major | device.minor) == 0) return std::nullopt;
  if (device.major >= kMajors || device.minor >= kMinors) return std::nullopt;
  return device.major << 20 | device.minor;
}

absl::string_view NameOf(const TaskInfo& task) {
  return task.name.empty() ? task.process : task.name;
}

/// As much of it as a note holds.
absl::string_view ToldName(const TaskInfo& task) { return NameOf(task).substr(0, kNameBytes); }

/// The ids that a trace's tasks have, and further ones.
class KnownIds {
 public:
  explicit KnownIds(const TraceInfo& info) {
    for (const TaskInfo& task : info.tasks) {
      taken_.insert(task.pid);
      taken_.insert(task.tid);
      if (task.tid != task.pid) of_others_.insert(task.tid);
    }
  }

  /// That of the thread, else that of the process unless another's thread has it.
  std::optional<uint32_t> IdOf(const TaskInfo& task) const {
    if (task.tid >= 0) return static_cast<uint32_t>(task.tid);
    if (task.pid < 0 || of_others_.contains(task.pid)) return std::nullopt;
    return static_cast<uint32_t>(task.pid);
  }
  uint32_t NextFree() {
    while (taken_.contains(next_)) ++next_;
    return static_cast<uint32_t>(next_++);
  }

 private:
  absl::flat_hash_set<int32_t> taken_;
  absl::flat_hash_set<int32_t> of_others_;  ///< threads whose process has another id
  int32_t next_ = kNoKernelTid;
};

}  // namespace

BlktraceNames::BlktraceNames(const TraceInfo& info, ImportLog* log) : tasks_(info.tasks) {
  NumberDevices(info, log);
  NumberTasks(info, log);
}

void BlktraceNames::NumberDevices(const TraceInfo& info, ImportLog* log) {
  absl::flat_hash_set<uint32_t> known, taken;
  for (const DeviceInfo& device : info.devices) known.insert(KnownNumber(device).value_or(0));
  uint32_t next = kLocalMajor << 20;
  std::vector<std::string> told;
  for (const DeviceInfo& device : info.devices) {
    std::optional<uint32_t> number = KnownNumber(device);
    if (!number || taken.contains(*number)) {
      while (known.contains(next)) ++next;
      number = next++;
    }
    taken.insert(*number);
    device_numbers_.push_back(*number);
    const std::string text = absl::StrCat(*number >> 20, ":", *number & (kMinors - 1));
    if (!device.name.empty() && text != device.name)
      told.push_back(absl::StrCat(text, " is ", device.name));
  }
  if (log != nullptr && !told.empty())
    log->Add("not_in_blktrace_device", ImportLog::Severity::kNotice, "",
             absl::StrCat("a recording has numbers of devices, not their names: ",
                          absl::StrJoin(told, ", ")));
}

void BlktraceNames::NumberTasks(const TraceInfo& info, ImportLog* log) {
  uint64_t cut = 0, invented = 0;
  KnownIds known(info);
  for (const TaskInfo& task : info.tasks) {
    cut += NameOf(task).size() > kNameBytes;
    const std::optional<uint32_t> id = known.IdOf(task);
    invented += !id;
    tids_.push_back(id ? *id : known.NextFree());
  }
  if (log == nullptr) return;
  if (cut > 0)
    log->Add("not_in_blktrace_name", ImportLog::Severity::kNotice, "",
             "names of tasks cut to 15 bytes", cut);
  if (invented > 0)
    log->Add("not_in_blktrace_tid", ImportLog::Severity::kNotice, "",
             "tasks without an id of their own; numbered from 4194304, above all ids of Linux",
             invented);
}

std::optional<std::string> BlktraceNames::NewName(uint32_t task) {
  const auto [told, is_first] = told_.try_emplace(Tid(task), task);
  const absl::string_view name = ToldName(tasks_[task]);
  if (name == (is_first ? "" : ToldName(tasks_[told->second]))) return std::nullopt;
  told->second = task;
  std::string payload(name);
  payload.resize(kNameBytes + 1);
  return payload;
}

}  // namespace ioreel
