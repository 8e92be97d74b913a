#include "formats/columnar/name_tables.h"

#include "formats/model/io.h"

namespace ioreel {
namespace {

constexpr size_t kMostDevices = 0xffff;

}  // namespace

absl::StatusOr<uint16_t> NameTables::Device(absl::string_view name) {
  if (!devices_.empty() && name == last_device_) return last_device_index_;
  auto known = devices_.find(name);
  if (known == devices_.end()) {
    if (info_->devices.size() >= kMostDevices)
      return absl::InvalidArgumentError("more than 65535 devices");
    const auto index = static_cast<uint16_t>(info_->devices.size());
    info_->devices.emplace_back().name = std::string(name);
    known = devices_.emplace(std::string(name), index).first;
  }
  last_device_.assign(name.data(), name.size());
  last_device_index_ = known->second;
  return known->second;
}

uint32_t NameTables::Task(int32_t pid, int32_t tid, absl::string_view name) {
  if (pid < 0 && tid < 0 && name.empty()) return kNoTask;
  const TaskClass task_class = class_of_ == nullptr ? TaskClass::kOther : class_of_(name);
  return tasks_.FindOrAdd({.pid = pid, .tid = tid, .name = name, .task_class = task_class});
}

}  // namespace ioreel
