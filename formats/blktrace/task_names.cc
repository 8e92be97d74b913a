#include "formats/blktrace/task_names.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace ioreel {

void BlktraceTasks::AddName(int32_t tid, int64_t time_ns, absl::string_view name) {
  Thread& thread = threads_[tid];
  const auto after =
      std::upper_bound(thread.names.begin(), thread.names.end(), time_ns,
                       [](int64_t time, const Name& known) { return time < known.from_ns; });
  if (after != thread.names.begin() && std::prev(after)->name == name) return;
  uint32_t task = kNoTask;
  if (thread.names.empty() && thread.nameless != kNoTask) {
    task = thread.nameless;
    (*tasks_)[task].name = std::string(name);
    (*tasks_)[task].task_class = TaskClassOfName(name);
  }
  const auto place = static_cast<size_t>(after - thread.names.begin());
  if (!thread.names.empty() && place <= thread.current) ++thread.current;
  thread.names.insert(after, {time_ns, std::string(name), task});
}

uint32_t BlktraceTasks::Find(int32_t tid, int64_t time_ns) {
  if (last_ == nullptr || last_tid_ != tid) {
    last_tid_ = tid;
    last_ = &threads_[tid];
  }
  Thread& thread = *last_;
  if (thread.names.empty()) {
    if (thread.nameless == kNoTask) thread.nameless = AddTask(tid, "");
    return thread.nameless;
  }
  while (thread.current + 1 < thread.names.size() &&
         thread.names[thread.current + 1].from_ns <= time_ns) {
    ++thread.current;
  }
  Name& name = thread.names[thread.current];
  if (name.task == kNoTask) name.task = AddTask(tid, name.name);
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
