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
  /// `info` must outlive it. A device without a kernel number, or with another's, gets one of those
  /// for local use (240:N), which the log tells; `log` may be null.
  BlktraceNames(const TraceInfo& info, ImportLog* log);

  uint32_t DeviceNumber(uint16_t device) const { return device_numbers_[device]; }
  uint32_t Tid(uint32_t task) const { return tids_[task]; }
  /// The 16 bytes of a note when the thread's name is not the one that was told last; then it is.
  std::optional<std::string> NewName(uint32_t task);

 private:
  void NumberDevices(const TraceInfo& info, ImportLog* log);
  void NumberTasks(const TraceInfo& info, ImportLog* log);

  std::vector<uint32_t> device_numbers_;  ///< by device
  const std::vector<TaskInfo>& tasks_;
  std::vector<uint32_t> tids_;                    ///< by task
  absl::flat_hash_map<uint32_t, uint32_t> told_;  ///< by tid: the task whose name was told last
};

}  // namespace ioreel
