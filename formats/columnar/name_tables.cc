#include "formats/columnar/name_tables.h"

#include "formats/model/io.h"

namespace ioreel {
namespace {

constexpr size_t kMostDevices = 0xffff;

template <typename T>
void AppendBytes(T value, std::string* out) {
  out->append(reinterpret_cast<const char*>(&value), sizeof(value));
}

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
  task_key_.clear();
  AppendBytes(pid, &task_key_);
  AppendBytes(tid, &task_key_);
  task_key_.append(name.data(), name.size());
  if (task_key_ == last_task_) return last_task_index_;
  const auto [known, is_new] =
      tasks_.try_emplace(task_key_, static_cast<uint32_t>(info_->tasks.size()));
  if (is_new) {
    TaskInfo& task = info_->tasks.emplace_back();
    task.pid = pid;
    task.tid = tid;
    task.name = std::string(name);
    if (class_of_ != nullptr) task.task_class = class_of_(name);
  }
  last_task_ = task_key_;
  last_task_index_ = known->second;
  return known->second;
}

}  // namespace ioreel
