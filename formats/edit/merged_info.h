#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/edit/merge_reader.h"
#include "formats/model/trace.h"

namespace ioreel {

/// The TraceInfo of several traces together. Not thread-safe.
class MergedInfo {
 public:
  void Begin(const std::vector<MergePart>& parts);
  const TraceInfo& info() const { return info_; }

  /// Errors: InvalidArgument beyond the devices that a trace can have.
  absl::StatusOr<uint16_t> AddDevice(const DeviceInfo& device);
  uint32_t AddTask(const TaskInfo& task);
  /// What has been learned of it since.
  void UpdateTask(uint32_t index, const TaskInfo& task) {
    if (info_.tasks[index] != task) info_.tasks[index] = task;
  }
  /// Facts of a part that has been read to its end.
  void AddFacts(const TraceInfo& part);
  void AddLoss(const LossWindow& loss) { info_.losses.push_back(loss); }

 private:
  TraceInfo info_;
  std::vector<DeviceInfo> devices_;                                  ///< under their own names
  absl::flat_hash_map<std::string, std::vector<uint16_t>> by_name_;  ///< indices of devices_
  absl::flat_hash_set<std::string> taken_;                           ///< names given out
  bool any_facts_ = false;
};

/// What the tasks and devices of one part are called in the merged trace.
class PartNames {
 public:
  explicit PartNames(MergedInfo* merged) : merged_(merged) {}

  /// Takes up what has been added since, and what the tasks of these rows are called now.
  /// Errors: those of AddDevice.
  absl::Status Learn(const TraceInfo& part, const TraceChunk& chunk);

  template <typename Row>
  void Rename(Row* row) const {
    row->device = devices_[row->device];
    if (row->task != kNoTask) row->task = tasks_[row->task];
  }

  /// Takes up all that is known at the end. `move` brings a time of the part to where it lies in
  /// the merge; false when one does not fit there.
  bool EndPass(const TraceInfo& part, absl::FunctionRef<bool(int64_t*)> move);

 private:
  MergedInfo* merged_;
  std::vector<uint16_t> devices_;
  std::vector<uint32_t> tasks_;
  bool has_facts_ = false;
};

}  // namespace ioreel
