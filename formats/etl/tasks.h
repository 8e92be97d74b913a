#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/inlined_vector.h"
#include "formats/etl/event.h"
#include "formats/etl/strings.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// Which thread of which process an id means at a time. Ids are used again: one stands for a thread
/// from its start to the next start of that id. What ends or lives at the end without a start had
/// lived before. A process is found likewise. Fills TraceInfo::tasks; only threads that are asked
/// for get a row, which is completed when their process becomes known later.
class EtlTasks {
 public:
  /// Both must outlive it.
  EtlTasks(const EtlStrings* strings, std::vector<TaskInfo>* tasks)
      : strings_(strings), tasks_(tasks) {}

  /// A kProcess or kThread event. REQUIRES: times do not go back.
  void See(const EtlEvent& event);

  /// The row of the thread that `tid` meant at `time_ns`, which is not after the last event.
  uint32_t Find(uint32_t tid, int64_t time_ns);

  /// How often a thread was asked for of which no event has told.
  uint64_t unknown() const;

 private:
  struct Process {
    uint32_t pid = 0, parent = 0, name = 0;
    bool known = false;  ///< a process event has told of it
    bool ended = false;
    std::vector<uint32_t> rows;  ///< of its threads
  };
  struct Thread {
    int64_t from_ns = kNoTime, to_ns = kNoTime;  ///< kNoTime = before all, not ended
    uint32_t process = kNobody;                  ///< in processes_
    uint32_t name = 0;
    uint32_t row = kNoTask;
  };
  using Threads = absl::InlinedVector<Thread, 2>;  ///< of one id, in order of from_ns
  static constexpr uint32_t kNobody = 0xffffffff;

  void SeeProcess(const EtlEvent& event);
  void SeeThread(const EtlEvent& event);
  uint32_t AddProcess(uint32_t pid);
  uint32_t ProcessOf(uint32_t pid);
  void Name(uint32_t process, const EtlEvent& event);
  void Push(const Thread& thread, Threads* threads);
  void GiveRow(uint32_t tid, Thread* thread);
  void FillRow(uint32_t row, const Process& process);

  const EtlStrings* const strings_;
  std::vector<TaskInfo>* const tasks_;
  std::vector<uint64_t> asked_;  ///< by row
  std::vector<Process> processes_;
  absl::flat_hash_map<uint32_t, uint32_t> current_;  ///< process id → in processes_
  absl::flat_hash_map<uint32_t, Threads> threads_;   ///< by thread id
};

}  // namespace ioreel
