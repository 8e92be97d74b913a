#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// Finds the rows of a table of tasks by what a text says of them. Keeps the number of each, about
/// 8 bytes, and nothing else beside the table. Not thread-safe.
class TaskIndex {
 public:
  struct Key {
    int32_t pid = -1, tid = -1;
    absl::string_view name;
    TaskClass task_class = TaskClass::kOther;

    bool operator==(const Key&) const = default;
  };

  /// `tasks` must outlive it and be changed by it only.
  explicit TaskIndex(std::vector<TaskInfo>* tasks);

  /// The row that says this, which is added where there is none.
  uint32_t FindOrAdd(const Key& key);

 private:
  static Key KeyOf(const TaskInfo& task) {
    return {.pid = task.pid, .tid = task.tid, .name = task.name, .task_class = task.task_class};
  }
  struct Hash {
    using is_transparent = void;
    const std::vector<TaskInfo>* tasks;
    size_t operator()(const Key& key) const;
    size_t operator()(uint32_t row) const { return (*this)(KeyOf((*tasks)[row])); }
  };
  struct Equal {
    using is_transparent = void;
    const std::vector<TaskInfo>* tasks;
    bool operator()(uint32_t a, uint32_t b) const { return a == b; }
    bool operator()(uint32_t row, const Key& key) const { return KeyOf((*tasks)[row]) == key; }
  };

  std::vector<TaskInfo>* tasks_;
  absl::flat_hash_set<uint32_t, Hash, Equal> rows_;
  uint32_t last_ = 0;  ///< found the last time: the next row of a text is likely of it, too
};

}  // namespace ioreel
