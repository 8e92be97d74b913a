#include "formats/edit/trace_filter.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

bool IsTask(const TaskInfo& task, const std::string& named) {
  return task.name == named || (!task.process.empty() && task.process == named) ||
         (task.pid >= 0 && absl::StrCat(task.pid) == named) ||
         (task.tid >= 0 && absl::StrCat(task.tid) == named);
}

template <typename T>
bool Contains(const std::vector<T>& values, const T& value) {
  return std::find(values.begin(), values.end(), value) != values.end();
}

}  // namespace

bool TraceFilter::empty() const {
  return from_ns == kNoTime && to_ns == kNoTime && devices.empty() && tasks.empty() && !tree &&
         ops.empty() && !offset_begin && !offset_end && !level;
}

bool RowJudge::KeepsDevice(uint16_t device, const TraceInfo& info) {
  while (keeps_device_.size() <= device) {
    const size_t next = keeps_device_.size();
    keeps_device_.push_back(filter_.devices.empty() ||
                            Contains(filter_.devices, info.devices[next].name));
  }
  return keeps_device_[device];
}

bool RowJudge::WantsTask(const TaskInfo& task) const {
  const bool named = filter_.tasks.empty() ||
                     std::any_of(filter_.tasks.begin(), filter_.tasks.end(),
                                 [&task](const std::string& name) { return IsTask(task, name); });
  return named && (!filter_.tree || task.task_class == TaskClass::kTree);
}

bool RowJudge::KeepsTask(uint32_t index, const TraceInfo& info) {
  if (filter_.tasks.empty() && !filter_.tree) return true;
  if (index >= info.tasks.size()) return false;
  const TaskInfo& task = info.tasks[index];
  if (task.name.empty()) return WantsTask(task);  // it may still get one
  if (keeps_task_.size() <= index) keeps_task_.resize(index + 1);
  std::optional<bool>& keeps = keeps_task_[index];
  if (!keeps) keeps = WantsTask(task);
  return *keeps;
}

bool RowJudge::TouchesRange(uint64_t offset, uint64_t length) const {
  const uint64_t last = length == 0 ? offset : offset + (length - 1);
  return last >= filter_.offset_begin.value_or(0) &&
         (!filter_.offset_end || offset < *filter_.offset_end);
}

template <typename Row>
std::optional<RowJudge::Reason> RowJudge::WhyNot(const Row& row, int64_t start_ns, uint32_t task,
                                                 const TraceInfo& info) {
  if (filter_.from_ns != kNoTime || filter_.to_ns != kNoTime) {
    if (start_ns == kNoTime) return kTime;
    if (filter_.from_ns != kNoTime && start_ns < filter_.from_ns) return kBefore;
    if (filter_.to_ns != kNoTime && start_ns >= filter_.to_ns) return kAfter;
  }
  if (!KeepsDevice(row.device, info)) return kDevice;
  if (!KeepsTask(task, info)) return kTask;
  if (!filter_.ops.empty() && !Contains(filter_.ops, row.op)) return kOp;
  const bool ranged = filter_.offset_begin || filter_.offset_end;
  if (ranged && !(HasRange(row.op) && TouchesRange(row.offset, row.length))) return kOffset;
  return std::nullopt;
}

template <typename Row>
bool RowJudge::Keeps(const Row& row, int64_t start_ns, uint32_t task, const TraceInfo& info,
                     Counts* left_out) {
  const std::optional<Reason> reason = WhyNot(row, start_ns, task, info);
  if (reason) ++(*left_out)[*reason];
  return !reason;
}

template bool RowJudge::Keeps(const QueuedIo&, int64_t, uint32_t, const TraceInfo&, Counts*);
template bool RowJudge::Keeps(const IssuedRequest&, int64_t, uint32_t, const TraceInfo&, Counts*);

absl::Status RowJudge::Report(const TraceInfo& info, ImportLog* log) const {
  for (const std::string& name : filter_.devices) {
    const auto is = [&name](const DeviceInfo& device) { return device.name == name; };
    if (std::any_of(info.devices.begin(), info.devices.end(), is)) continue;
    const auto append = [](std::string* out, const DeviceInfo& device) {
      *out += device.name.empty() ? "''" : device.name;
    };
    return absl::InvalidArgumentError(absl::StrCat("--device ", name,
                                                   ": the trace has no such device; it has ",
                                                   absl::StrJoin(info.devices, ", ", append)));
  }
  for (const std::string& name : filter_.tasks) {
    const auto is = [&name](const TaskInfo& task) { return IsTask(task, name); };
    if (std::any_of(info.tasks.begin(), info.tasks.end(), is)) continue;
    return absl::InvalidArgumentError(
        absl::StrCat("--task ", name, ": no task of the trace has this name or number"));
  }
  constexpr std::pair<absl::string_view, absl::string_view> kTexts[kReasons] = {
      {"untimed", "without a time"},       {"before_from", "before --from"},
      {"after_to", "at or after --to"},    {"other_device", "of other devices"},
      {"other_task", "of other tasks"},    {"other_op", "of other ops"},
      {"other_offset", "at other offsets"}};
  for (size_t i = 0; i < kReasons; ++i) {
    std::vector<std::string> counts;
    if (left_out_queued_[i] > 0) counts.push_back(FormatCount(left_out_queued_[i], "queued I/O"));
    if (left_out_requests_[i] > 0) counts.push_back(FormatCount(left_out_requests_[i], "request"));
    if (counts.empty()) continue;
    log->Add(absl::StrCat("left_out_", kTexts[i].first), ImportLog::Severity::kNotice, "",
             absl::StrCat("left out: ", absl::StrJoin(counts, " and "), " ", kTexts[i].second));
  }
  return absl::OkStatus();
}

}  // namespace ioreel
