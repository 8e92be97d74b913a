#include "capture/proc_task.h"

#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "capture/kernel_file.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

constexpr uint32_t kKernelThreadFlag = 0x00200000;  // PF_KTHREAD

/// The numeric names in a folder.
std::vector<int32_t> NumbersIn(const std::string& folder) {
  std::vector<int32_t> numbers;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    int32_t number = 0;
    if (absl::SimpleAtoi(entry.path().filename().string(), &number)) numbers.push_back(number);
  }
  return numbers;
}

int32_t TgidIn(absl::string_view status) {
  for (absl::string_view line : absl::StrSplit(status, '\n')) {
    int32_t pid = 0;
    if (absl::ConsumePrefix(&line, "Tgid:") && absl::SimpleAtoi(line, &pid)) return pid;
  }
  return -1;
}

}  // namespace

std::vector<ProcTask> ReadProcTasks(const std::string& proc) {
  std::vector<ProcTask> tasks;
  for (int32_t pid : NumbersIn(proc)) {
    const std::string folder = absl::StrCat(proc, "/", pid, "/task");
    for (int32_t tid : NumbersIn(folder)) {
      auto task = ParseProcStat(ReadKernelFileOrEmpty(absl::StrCat(folder, "/", tid, "/stat")));
      if (!task) continue;  // it has ended meanwhile
      task->pid = pid;
      tasks.push_back(*std::move(task));
    }
  }
  return tasks;
}

std::optional<ProcTask> ReadProcTask(int32_t tid, const std::string& proc) {
  const std::string folder = absl::StrCat(proc, "/", tid);
  auto task = ParseProcStat(ReadKernelFileOrEmpty(folder + "/stat"));
  if (task) task->pid = TgidIn(ReadKernelFileOrEmpty(folder + "/status"));
  return task;
}

std::optional<ProcTask> ParseProcStat(absl::string_view text) {
  const size_t open = text.find('('), close = text.rfind(')');
  if (open == absl::string_view::npos || close == absl::string_view::npos || close < open) {
    return std::nullopt;
  }
  const std::vector<absl::string_view> rest =
      absl::StrSplit(text.substr(close + 1), ' ', absl::SkipEmpty());
  ProcTask task;
  uint32_t flags = 0;
  if (rest.size() < 7 || !absl::SimpleAtoi(text.substr(0, open), &task.tid) ||
      !absl::SimpleAtoi(rest[1], &task.parent) || !absl::SimpleAtoi(rest[6], &flags)) {
    return std::nullopt;
  }
  task.kernel = (flags & kKernelThreadFlag) != 0;
  task.name = std::string(text.substr(open + 1, close - open - 1));
  return task;
}

absl::string_view WorkerName(absl::string_view name) {
  const size_t colon = name.find(':');
  if (!absl::StartsWith(name, "kworker/") || colon == absl::string_view::npos) return name;
  return name.substr(0, name.find_first_of("-+", colon));
}

}  // namespace ioreel
