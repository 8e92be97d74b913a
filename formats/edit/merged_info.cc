#include "formats/edit/merged_info.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "formats/edit/task_updates.h"

namespace ioreel {
namespace {

constexpr size_t kMostDevices = 0xffff;

template <typename T>
void KeepIfEqual(const T& other, T* value) {
  if (*value != other) *value = T();
}

}  // namespace

void MergedInfo::Begin(const std::vector<MergePart>& parts) {
  info_.source = "merge";
  info_.origin = absl::StrJoin(parts, " + ", [](std::string* out, const MergePart& part) {
    absl::StrAppend(out, part.name);
    if (part.start_ns != 0) absl::StrAppend(out, " from ", part.start_ns, " ns");
    if (part.speed != 1) absl::StrAppend(out, " at ", part.speed, "x");
    if (part.repeat != 1) absl::StrAppend(out, ", ", part.repeat, " times");
  });
}

absl::StatusOr<uint16_t> MergedInfo::AddDevice(const DeviceInfo& device) {
  std::vector<uint16_t>& namesakes = by_name_[device.name];
  for (const uint16_t known : namesakes) {
    if (devices_[known] == device) return known;
  }
  if (devices_.size() == kMostDevices) {
    return absl::InvalidArgumentError(absl::StrCat(info_.origin, ": more than ", kMostDevices,
                                                   " devices together, which no trace can have"));
  }
  const auto index = static_cast<uint16_t>(devices_.size());
  namesakes.push_back(index);
  devices_.push_back(device);
  DeviceInfo named = device;
  for (int i = 2; !taken_.insert(named.name).second; ++i)
    named.name = absl::StrCat(device.name, "#", i);
  info_.devices.push_back(named);
  return index;
}

uint32_t MergedInfo::AddTask(const TaskInfo& task) {
  info_.tasks.push_back(task);
  return static_cast<uint32_t>(info_.tasks.size() - 1);
}

void MergedInfo::AddFacts(const TraceInfo& part) {
  info_.tainted |= part.tainted;
  info_.clock_resolution_ns = std::max(info_.clock_resolution_ns, part.clock_resolution_ns);
  for (const auto& [stage, count] : part.stage_events) info_.stage_events[stage] += count;
  if (any_facts_) {
    KeepIfEqual(part.clock, &info_.clock);
    KeepIfEqual(part.host, &info_.host);
    KeepIfEqual(part.writer, &info_.writer);
    return;
  }
  info_.clock = part.clock;
  info_.host = part.host;
  info_.writer = part.writer;
  any_facts_ = true;
}

absl::Status PartNames::Learn(const TraceInfo& part, const TraceChunk& chunk) {
  while (devices_.size() < part.devices.size()) {
    IOREEL_ASSIGN_OR_RETURN(const uint16_t device,
                            merged_->AddDevice(part.devices[devices_.size()]));
    devices_.push_back(device);
  }
  ForEachTaskToUpdate(part, chunk, tasks_.size(), [&](size_t i) {
    if (i == tasks_.size())
      tasks_.push_back(merged_->AddTask(part.tasks[i]));
    else if (!has_facts_)
      merged_->UpdateTask(tasks_[i], part.tasks[i]);
  });
  return absl::OkStatus();
}

bool PartNames::EndPass(const TraceInfo& part, absl::FunctionRef<bool(int64_t*)> move) {
  for (size_t i = 0; !has_facts_ && i < tasks_.size(); ++i)
    merged_->UpdateTask(tasks_[i], part.tasks[i]);
  if (!has_facts_) merged_->AddFacts(part);
  has_facts_ = true;
  for (LossWindow loss : part.losses) {
    if (!move(&loss.from_ns) || !move(&loss.to_ns)) return false;
    merged_->AddLoss(loss);
  }
  return true;
}

}  // namespace ioreel
