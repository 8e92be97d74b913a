#include "formats/merged_info.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/check.h"

namespace ioreel {
namespace {

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

uint16_t MergedInfo::AddDevice(const DeviceInfo& device) {
  const auto known = std::find(devices_.begin(), devices_.end(), device);
  if (known != devices_.end()) return static_cast<uint16_t>(known - devices_.begin());
  CHECK(devices_.size() < 0xffff);
  devices_.push_back(device);
  DeviceInfo named = device;
  const auto taken = [&] {
    return std::any_of(info_.devices.begin(), info_.devices.end(),
                       [&](const DeviceInfo& other) { return other.name == named.name; });
  };
  for (int i = 2; taken(); ++i) named.name = absl::StrCat(device.name, "#", i);
  info_.devices.push_back(named);
  return static_cast<uint16_t>(devices_.size() - 1);
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

void PartNames::Learn(const TraceInfo& part) {
  while (devices_.size() < part.devices.size())
    devices_.push_back(merged_->AddDevice(part.devices[devices_.size()]));
  while (tasks_.size() < part.tasks.size())
    tasks_.push_back(merged_->AddTask(part.tasks[tasks_.size()]));
}

void PartNames::EndPass(const TraceInfo& part, absl::FunctionRef<bool(int64_t*)> move) {
  if (!has_facts_) merged_->AddFacts(part);
  has_facts_ = true;
  for (LossWindow loss : part.losses) {
    if (move(&loss.from_ns) && move(&loss.to_ns)) merged_->AddLoss(loss);
  }
}

}  // namespace ioreel
