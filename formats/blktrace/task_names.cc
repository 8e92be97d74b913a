#include "formats/blktrace/task_names.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace ioreel {

void BlktraceTasks::AddName(int32_t tid, int64_t time_ns, absl::string_view name) {
  last_ = nullptr;
  Thread& thread = threads_[tid];
  if (thread.current == kNone) {
    Insert(&thread, kNone, time_ns, name);
    if (thread.nameless == kNoTask) return;
    names_[thread.current].task = thread.nameless;
    (*tasks_)[thread.nameless].name = std::string(name);
    (*tasks_)[thread.nameless].task_class = TaskClassOfName(name);
    return;
  }
  uint32_t before = thread.current;
  if (time_ns < names_[before].from_ns) return;  // that time has passed
  if (names_[thread.last].from_ns <= time_ns) before = thread.last;
  for (uint32_t later; (later = names_[before].later) != kNone; before = later) {
    if (names_[later].from_ns > time_ns) break;
  }
  Insert(&thread, before, time_ns, name);
}

void BlktraceTasks::Insert(Thread* thread, uint32_t before, int64_t time_ns,
                           absl::string_view name) {
  if (before != kNone && Text(names_[before]) == name) return;
  const auto added = static_cast<uint32_t>(names_.size());
  uint32_t& link = before == kNone ? thread->current : names_[before].later;
  const uint32_t later = std::exchange(link, added);
  if (later == kNone) thread->last = added;
  names_.push_back({.from_ns = time_ns,
                    .begin = texts_.size(),
                    .length = static_cast<uint32_t>(name.size()),
                    .task = kNoTask,
                    .later = later});
  texts_.append(name.data(), name.size());
}

uint32_t BlktraceTasks::Find(int32_t tid, int64_t time_ns) {
  if (last_ == nullptr || last_tid_ != tid) {
    last_tid_ = tid;
    last_ = &threads_[tid];
  }
  Thread& thread = *last_;
  if (thread.current == kNone) {
    if (thread.nameless == kNoTask) thread.nameless = AddTask(tid, "");
    return thread.nameless;
  }
  for (uint32_t later; (later = names_[thread.current].later) != kNone; thread.current = later) {
    if (names_[later].from_ns > time_ns) break;
  }
  Name& name = names_[thread.current];
  if (name.task == kNoTask) name.task = AddTask(tid, Text(name));
  return name.task;
}

uint32_t BlktraceTasks::AddTask(int32_t tid, absl::string_view name) {
  TaskInfo task;
  task.tid = tid;
  task.name = std::string(name);
  task.task_class = TaskClassOfName(name);
  tasks_->push_back(task);
  return static_cast<uint32_t>(tasks_->size() - 1);
}

TaskClass TaskClassOfName(absl::string_view name) {
  if (absl::StartsWith(name, "flush-") || absl::StrContains(name, "+flush-")) {
    return TaskClass::kWriteback;
  }
  constexpr absl::string_view kPrefixes[] = {
      "kworker/", "jbd2/",    "ksoftirqd/", "kswapd", "swapper/",  "xfsaild/", "btrfs-",
      "kcopyd",   "dmcrypt_", "bcache_",    "z_",     "kjournald", "kthreadd"};
  constexpr absl::string_view kNumbered[] = {"loop", "md"};  // "loop0", "md127_raid1"
  const bool kernel = std::any_of(std::begin(kPrefixes), std::end(kPrefixes),
                                  [name](auto prefix) { return absl::StartsWith(name, prefix); }) ||
                      std::any_of(std::begin(kNumbered), std::end(kNumbered), [name](auto prefix) {
                        return absl::StartsWith(name, prefix) && name.size() > prefix.size() &&
                               absl::ascii_isdigit(name[prefix.size()]);
                      });
  return kernel ? TaskClass::kKernel : TaskClass::kOther;
}

}  // namespace ioreel
