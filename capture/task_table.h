#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "capture/proc_task.h"
#include "capture/side_event.h"
#include "formats/model/io.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// Who the tasks of the machine are as time goes by: fed with the kernel's task events in time
/// order, asked for the task of each I/O at its time. A task gets a row in the trace when an I/O
/// first names it, and a further one when it has another name, or other work, by then.
class TaskTable {
 public:
  /// Appends to `rows`, which must outlive it. `proc` is where procfs is.
  explicit TaskTable(std::vector<TaskInfo>* rows, std::string proc = "/proc");

  /// Takes over every task that lives now.
  void ReadProc();

  /// Makes the process and its present descendants part of the tree; tasks that the tree makes
  /// later belong to it. False when there is no such process.
  bool AddTree(int32_t pid);

  /// Call when no kFlushBegin and kFlushEnd will come: a worker's name in /proc, which tells its
  /// last work, must do.
  void GuessWriteback() { guess_writeback_ = true; }

  void Apply(const SideEvent& event);

  /// The row of the thread as of the last event applied; kNoTask when tid < 0.
  uint32_t RowOf(int32_t tid);

  bool IsInTree(int32_t tid) const;
  /// Thread ids of the tree that have not ended.
  std::vector<int32_t> Tree() const;
  size_t living_in_tree() const { return living_in_tree_; }

 private:
  struct Task {
    int32_t pid = -1, parent = -1;
    std::string name;
    TaskClass task_class = TaskClass::kOther;
    bool flushing = false;
    bool ended = false;
    uint32_t row = kNoTask;        ///< for its present name
    uint32_t flush_row = kNoTask;  ///< for the writing back it does
  };

  Task& Put(const ProcTask& task);
  Task& FindOrRead(int32_t tid);
  void JoinTree(Task* task);
  void NewTask(const SideEvent& event);
  void Exec(const SideEvent& event);
  void Exit(int32_t tid);
  bool LastWorkWasFlush(int32_t tid, const Task& task) const;
  uint32_t AddRow(int32_t tid, const Task& task, std::string name, TaskClass task_class);
  std::string ProcessName(const Task& task) const;

  std::vector<TaskInfo>* rows_;
  std::string proc_;
  absl::flat_hash_map<int32_t, Task> tasks_;  ///< by tid
  size_t living_in_tree_ = 0;
  bool guess_writeback_ = false;
};

}  // namespace ioreel
