#include "formats/columnar/task_index.h"

#include <string>

#include "absl/hash/hash.h"

namespace ioreel {

TaskIndex::TaskIndex(std::vector<TaskInfo>* tasks)
    : tasks_(tasks), rows_(0, Hash{tasks}, Equal{tasks}) {}

size_t TaskIndex::Hash::operator()(const Key& key) const {
  return absl::HashOf(key.pid, key.tid, key.name, key.task_class);
}

uint32_t TaskIndex::FindOrAdd(const Key& key) {
  if (last_ < tasks_->size() && KeyOf((*tasks_)[last_]) == key) return last_;
  if (const auto known = rows_.find(key); known != rows_.end()) return last_ = *known;
  last_ = static_cast<uint32_t>(tasks_->size());
  TaskInfo& task = tasks_->emplace_back();
  task.pid = key.pid;
  task.tid = key.tid;
  task.name = std::string(key.name);
  task.task_class = key.task_class;
  rows_.insert(last_);
  return last_;
}

}  // namespace ioreel
