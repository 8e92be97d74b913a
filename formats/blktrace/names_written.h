#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "formats/import_log.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// The numbers by which a recording knows devices and tasks, and when a task's name is to be told.
/// Not thread-safe.
class BlktraceNames {
 public:
  /// A device without a kernel number, or with another's, gets one of those for local use (240:N),
  /// which the log tells; `log` may be null.
  BlktraceNames(const TraceInfo& info, ImportLog* log);

  uint32_t DeviceNumber(uint16_t device) const { return device_numbers_[device]; }
  uint32_t Tid(uint32_t task) const { return tasks_[task].tid; }
  /// The 16 bytes of a note when the thread's name is not the one that was told last; then it is.
  std::optional<std::string> NewName(uint32_t task);

 private:
  struct Task {
    uint32_t tid = 0;
    std::string name;
  };
  void NumberDevices(const TraceInfo& info, ImportLog* log);
  void NumberTasks(const TraceInfo& info, ImportLog* log);

  std::vector<uint32_t> device_numbers_;  ///< by device
  std::vector<Task> tasks_;
  absl::flat_hash_map<uint32_t, std::string> told_;  ///< by tid
};

}  // namespace ioreel
