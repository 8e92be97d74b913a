#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/node_hash_map.h"
#include "absl/strings/string_view.h"
#include "formats/model/io.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// The tasks of a blktrace recording: thread ids, and the names that its notes give them from a
/// time on. Fills TraceInfo::tasks; only tasks that an event asks for get a row.
class BlktraceTasks {
 public:
  /// `tasks` must outlive it.
  explicit BlktraceTasks(std::vector<TaskInfo>* tasks) : tasks_(tasks) {}

  /// From `time_ns` on the thread has this name; before its first note, too.
  void AddName(int32_t tid, int64_t time_ns, absl::string_view name);

  /// Index of the thread under its name at `time_ns`. REQUIRES: times do not go back, but where
  /// notes do.
  uint32_t Find(int32_t tid, int64_t time_ns);

 private:
  struct Name {
    int64_t from_ns;
    std::string name;
    uint32_t task;  ///< kNoTask until it is asked for
  };
  struct Thread {
    uint32_t nameless = kNoTask;  ///< its row from before any note
    size_t current = 0;           ///< in names
    std::vector<Name> names;      ///< in order of from_ns
  };

  uint32_t AddTask(int32_t tid, absl::string_view name);

  std::vector<TaskInfo>* tasks_;
  absl::node_hash_map<int32_t, Thread> threads_;
  int32_t last_tid_ = 0;
  Thread* last_ = nullptr;  ///< that of last_tid_: the next event is likely of it, too
};

/// What a thread's name tells of its class: kKernel for names that only kernel threads have
/// ("kworker/0:1", "jbd2/sda1-8"), kWriteback where the name says so ("kworker/u8:2+flush-8:0",
/// "flush-8:0"), else kOther.
TaskClass TaskClassOfName(absl::string_view name);

}  // namespace ioreel
