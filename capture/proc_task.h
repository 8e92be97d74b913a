#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace ioreel {

/// One thread as procfs has it.
struct ProcTask {
  int32_t pid = -1, tid = -1, parent = -1;
  std::string name;
  bool kernel = false;  ///< a kernel thread
};

/// Every thread that lives now. `proc` is where procfs is.
std::vector<ProcTask> ReadProcTasks(const std::string& proc = "/proc");

/// One thread by its id alone; nullopt when it has ended.
std::optional<ProcTask> ReadProcTask(int32_t tid, const std::string& proc = "/proc");

/// Parses a `stat` file: "tid (name) state ppid … flags …". `pid` stays -1: it does not tell.
std::optional<ProcTask> ParseProcStat(absl::string_view text);

/// The name of a kernel worker without the work it last did: "kworker/u8:1" of
/// "kworker/u8:1-flush-254:0"; other names unchanged.
absl::string_view WorkerName(absl::string_view name);

}  // namespace ioreel
