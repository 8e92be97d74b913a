#pragma once

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/columnar/task_index.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// Gathers the devices and tasks that rows name into a TraceInfo, and finds them again: the same
/// name is the same row. Not thread-safe.
class NameTables {
 public:
  using ClassOfName = TaskClass (*)(absl::string_view name);

  /// `info` must outlive it. `class_of` tells the class of a task by its name; null = other.
  explicit NameTables(TraceInfo* info, ClassOfName class_of = nullptr)
      : info_(info), class_of_(class_of), tasks_(&info->tasks) {}

  /// Index into TraceInfo::devices. Errors: InvalidArgument when there are more than 65535.
  absl::StatusOr<uint16_t> Device(absl::string_view name);
  /// Index into TraceInfo::tasks; kNoTask when nothing is known: −1, −1 and "".
  uint32_t Task(int32_t pid, int32_t tid, absl::string_view name);

 private:
  TraceInfo* info_;
  ClassOfName class_of_;
  absl::flat_hash_map<std::string, uint16_t> devices_;
  TaskIndex tasks_;
  std::string last_device_;
  uint16_t last_device_index_ = 0;  ///< of last_device_, unless there is no device yet
};

}  // namespace ioreel
