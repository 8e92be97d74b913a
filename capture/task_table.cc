#include "capture/task_table.h"

#include <unistd.h>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace ioreel {
namespace {

constexpr int32_t kThreadDaemon = 2;  // kthreadd, which makes every kernel thread

}  // namespace

TaskTable::TaskTable(std::vector<TaskInfo>* rows, std::string proc)
    : rows_(rows), proc_(std::move(proc)) {
  Task& idle = tasks_[0];
  idle.pid = idle.parent = 0;
  idle.name = "swapper";
  idle.task_class = TaskClass::kKernel;
}

void TaskTable::ReadProc() {
  for (const ProcTask& task : ReadProcTasks(proc_)) Put(task);
}

TaskTable::Task& TaskTable::Put(const ProcTask& from) {
  Task& task = tasks_[from.tid];
  task.pid = from.pid;
  task.parent = from.parent;
  task.name = std::string(WorkerName(from.name));
  task.task_class = from.kernel            ? TaskClass::kKernel
                    : from.pid == getpid() ? TaskClass::kRecorder
                                           : TaskClass::kOther;
  return task;
}

bool TaskTable::AddTree(int32_t pid) {
  if (!tasks_.contains(pid)) return false;
  absl::flat_hash_map<int32_t, std::vector<int32_t>> children, threads;
  for (const auto& [tid, task] : tasks_) {
    threads[task.pid].push_back(tid);
    if (tid == task.pid) children[task.parent].push_back(tid);
  }
  std::vector<int32_t> open = {pid};
  while (!open.empty()) {
    const int32_t next = open.back();
    open.pop_back();
    for (int32_t tid : threads[next]) JoinTree(&tasks_[tid]);
    open.insert(open.end(), children[next].begin(), children[next].end());
  }
  return true;
}

void TaskTable::JoinTree(Task* task) {
  if (task->task_class == TaskClass::kTree) return;
  task->task_class = TaskClass::kTree;
  ++living_in_tree_;
}

void TaskTable::Apply(const SideEvent& event) {
  switch (event.kind) {
    case SideEvent::Kind::kNewTask:
      return NewTask(event);
    case SideEvent::Kind::kRename: {
      Task& task = FindOrRead(event.tid);
      if (task.name == event.name) return;
      task.name = event.name;
      task.row = task.flush_row = kNoTask;
      return;
    }
    case SideEvent::Kind::kExec:
      return Exec(event);
    case SideEvent::Kind::kExit:
      return Exit(event.tid);
    case SideEvent::Kind::kFlushBegin:
    case SideEvent::Kind::kFlushEnd:
      FindOrRead(event.tid).flushing = event.kind == SideEvent::Kind::kFlushBegin;
      return;
    case SideEvent::Kind::kSpecialBio:
    case SideEvent::Kind::kSwitch:
    case SideEvent::Kind::kWaking:
      return;
  }
}

void TaskTable::NewTask(const SideEvent& event) {
  const Task maker = FindOrRead(event.other_tid);  // a copy: adding moves the map's values
  if (const auto known = tasks_.find(event.tid); known != tasks_.end() && !known->second.ended) {
    if (known->second.task_class == TaskClass::kTree) return;  // read from /proc already
  }
  Task& task = tasks_[event.tid] = Task();
  task.pid = event.thread ? maker.pid : event.tid;
  task.parent = event.thread ? maker.parent : maker.pid;
  task.name = event.name;
  if (event.other_tid == kThreadDaemon) {
    task.task_class = TaskClass::kKernel;
  } else if (maker.task_class == TaskClass::kTree) {
    JoinTree(&task);
  } else {
    task.task_class = maker.task_class;
  }
}

void TaskTable::Exec(const SideEvent& event) {
  if (event.tid == event.other_tid) return;  // its rename says what there is to know
  // A thread that is not the first has become the whole process and took its id.
  const Task thread = FindOrRead(event.other_tid);
  Exit(event.other_tid);
  Task& task = FindOrRead(event.tid);
  task.task_class = thread.task_class;
  if (task.ended && task.task_class == TaskClass::kTree) ++living_in_tree_;
  task.ended = false;
}

void TaskTable::Exit(int32_t tid) {
  Task& task = FindOrRead(tid);
  if (!task.ended && task.task_class == TaskClass::kTree) --living_in_tree_;
  task.ended = true;
}

bool TaskTable::IsInTree(int32_t tid) const {
  const auto task = tasks_.find(tid);
  return task != tasks_.end() && task->second.task_class == TaskClass::kTree;
}

std::vector<int32_t> TaskTable::Tree() const {
  std::vector<int32_t> tids;
  for (const auto& [tid, task] : tasks_) {
    if (task.task_class == TaskClass::kTree && !task.ended) tids.push_back(tid);
  }
  return tids;
}

TaskTable::Task& TaskTable::FindOrRead(int32_t tid) {
  const auto known = tasks_.find(tid);
  if (known != tasks_.end()) return known->second;
  if (const auto read = ReadProcTask(tid, proc_)) return Put(*read);
  return tasks_[tid];
}

uint32_t TaskTable::RowOf(int32_t tid) {
  if (tid < 0) return kNoTask;
  Task& task = FindOrRead(tid);
  if (task.flushing || (guess_writeback_ && LastWorkWasFlush(tid, task))) {
    if (task.flush_row == kNoTask) {
      task.flush_row = AddRow(tid, task, task.name + "-flush", TaskClass::kWriteback);
    }
    return task.flush_row;
  }
  if (task.row == kNoTask) task.row = AddRow(tid, task, task.name, task.task_class);
  return task.row;
}

bool TaskTable::LastWorkWasFlush(int32_t tid, const Task& task) const {
  if (!absl::StartsWith(task.name, "kworker/")) return false;
  const auto now = ReadProcTask(tid, proc_);
  return now &&
         (absl::StrContains(now->name, "-flush-") || absl::StrContains(now->name, "+flush-"));
}

uint32_t TaskTable::AddRow(int32_t tid, const Task& task, std::string name, TaskClass task_class) {
  TaskInfo row;
  row.pid = task.pid;
  row.tid = tid;
  row.parent = task.parent;
  row.name = std::move(name);
  row.process = ProcessName(task);
  row.task_class = task_class;
  rows_->push_back(std::move(row));
  return static_cast<uint32_t>(rows_->size() - 1);
}

std::string TaskTable::ProcessName(const Task& task) const {
  const auto leader = tasks_.find(task.pid);
  if (leader == tasks_.end() || &leader->second == &task) return "";
  return leader->second.name;
}

}  // namespace ioreel
