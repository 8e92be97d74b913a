#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "formats/model/io.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// The tasks of a blktrace recording: thread ids, and the names that its notes give them from a
/// time on. Fills TraceInfo::tasks; only tasks that an event asks for get a row. Keeps about 70
/// bytes a thread beside its row. Not thread-safe.
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
  static constexpr uint32_t kNone = 0xffffffff;

  struct Name {
    int64_t from_ns;
    uint64_t begin;          ///< in texts_
    uint32_t length;         ///< there
    uint32_t task;           ///< kNoTask until it is asked for
    uint32_t later = kNone;  ///< the thread's next name
  };
  struct Thread {
    uint32_t nameless = kNoTask;             ///< its row from before any note
    uint32_t current = kNone, last = kNone;  ///< of its names
  };

  absl::string_view Text(const Name& name) const {
    return absl::string_view(texts_).substr(name.begin, name.length);
  }
  /// Puts a name behind `before` (kNone: it is the first), unless that is the same.
  void Insert(Thread* thread, uint32_t before, int64_t time_ns, absl::string_view name);
  uint32_t AddTask(int32_t tid, absl::string_view name);

  std::vector<TaskInfo>* tasks_;
  absl::flat_hash_map<int32_t, Thread> threads_;
  std::vector<Name> names_;  ///< of all threads
  std::string texts_;
  int32_t last_tid_ = 0;
  Thread* last_ = nullptr;  ///< that of last_tid_: the next event is likely of it, too
};

/// What a thread's name tells of its class: kKernel for names that only kernel threads have
/// ("kworker/0:1", "jbd2/sda1-8"), kWriteback where the name says so ("kworker/u8:2+flush-8:0",
/// "flush-8:0"), else kOther.
TaskClass TaskClassOfName(absl::string_view name);

}  // namespace ioreel
