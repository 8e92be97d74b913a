#include "capture/child.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <atomic>
#include <thread>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/check.h"
#include "base/clock.h"
#include "base/status_macros.h"
#include "capture/proc_task.h"

namespace ioreel {

struct Child::Watch {
  static constexpr int kRuns = -1;  ///< no status of waitpid
  std::atomic<int> status = kRuns;
  std::atomic<int64_t> exit_ns = kNoTime;
  std::atomic<bool> all_ended = false;
};

namespace {

constexpr int kNotRun = 127;  // as a shell says of a command it cannot run

absl::Status MakePipe(ScopedFd* reading, ScopedFd* writing) {
  int fds[2];
  if (pipe2(fds, O_CLOEXEC) != 0) return ErrnoError(errno, "cannot make a pipe");
  *reading = ScopedFd(fds[0]);
  *writing = ScopedFd(fds[1]);
  return absl::OkStatus();
}

/// As execvp would find it. Errors: NotFound, PermissionDenied.
absl::Status CheckProgram(const std::string& name) {
  std::vector<std::string> paths = {name};
  if (!absl::StrContains(name, '/')) {
    const char* folders = getenv("PATH");
    paths.clear();
    for (absl::string_view folder : absl::StrSplit(folders ? folders : "/bin:/usr/bin", ':')) {
      paths.push_back(absl::StrCat(folder.empty() ? "." : folder, "/", name));
    }
  }
  int error = ENOENT;
  for (const std::string& path : paths) {
    if (access(path.c_str(), X_OK) == 0) return absl::OkStatus();
    if (errno != ENOENT) error = errno;
  }
  return ErrnoError(error, "cannot run", name);
}

/// In the forked process: waits for the word, becomes the command.
[[noreturn]] void RunCommand(char* const* argv, const sigset_t& mask, int go, int error_pipe) {
  char word;
  if (read(go, &word, 1) != 1) _exit(kNotRun);
  pthread_sigmask(SIG_SETMASK, &mask, nullptr);
  execvp(argv[0], argv);
  const int error = errno;
  [[maybe_unused]] const ssize_t n = write(error_pipe, &error, sizeof(error));
  _exit(kNotRun);
}

/// Reaps the command and its orphans until there are none.
template <typename Watch>
void WaitForAll(pid_t command, int ended_event, Watch* watch) {
  for (;;) {
    int status = 0;
    const pid_t pid = waitpid(-1, &status, 0);
    if (pid < 0 && errno == EINTR) continue;
    if (pid < 0) break;
    if (pid != command) continue;
    watch->exit_ns = SteadyClock().NowNs();
    watch->status = status;
  }
  watch->all_ended = true;
  const uint64_t one = 1;
  [[maybe_unused]] const ssize_t n = write(ended_event, &one, sizeof(one));
}

}  // namespace

absl::StatusOr<std::unique_ptr<Child>> Child::Fork(const std::vector<std::string>& argv,
                                                   const sigset_t& mask) {
  CHECK(!argv.empty());
  IOREEL_RETURN_IF_ERROR(CheckProgram(argv[0]));
  std::vector<char*> words;
  for (const std::string& word : argv) words.push_back(const_cast<char*>(word.c_str()));
  words.push_back(nullptr);

  std::unique_ptr<Child> child(new Child);
  child->watch_ = std::make_shared<Watch>();
  child->name_ = argv[0];
  ScopedFd error_pipe;
  IOREEL_RETURN_IF_ERROR(MakePipe(&child->go_reading_, &child->go_));
  IOREEL_RETURN_IF_ERROR(MakePipe(&child->exec_error_, &error_pipe));
  child->ended_event_ = ScopedFd(eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!child->ended_event_.valid()) return ErrnoError(errno, "cannot make an eventfd");
  if (prctl(PR_SET_CHILD_SUBREAPER, 1) != 0) return ErrnoError(errno, "cannot adopt orphans");
  child->pid_ = fork();
  if (child->pid_ < 0) return ErrnoError(errno, "cannot fork");
  if (child->pid_ == 0) {
    child->go_.Reset();  // else our own end would keep the pipe open after the recorder's death
    RunCommand(words.data(), mask, child->go_reading_.get(), error_pipe.get());
  }
  return child;
}

Child::~Child() {
  prctl(PR_SET_CHILD_SUBREAPER, 0);
  if (start_ns_ != kNoTime || pid_ < 0) return;
  go_.Reset();
  waitpid(pid_, nullptr, 0);
}

absl::Status Child::Go() {
  start_ns_ = SteadyClock().NowNs();
  if (write(go_.get(), "g", 1) != 1) return ErrnoError(errno, "cannot start the command");
  int error = 0;
  const bool failed = read(exec_error_.get(), &error, sizeof(error)) == sizeof(error);
  // The thread may outlive this object when the command outlives the recording.
  std::thread([command = pid_, event = dup(ended_event_.get()), watch = watch_] {
    WaitForAll(command, event, watch.get());
    close(event);
  }).detach();
  return failed ? ErrnoError(error, "cannot run", name_) : absl::OkStatus();
}

bool Child::ended() const { return watch_->all_ended; }

int64_t Child::exit_ns() const { return watch_->exit_ns; }

std::optional<int> Child::exit_code() const {
  const int status = watch_->status;
  if (status == Watch::kRuns) return std::nullopt;
  return WIFSIGNALED(status) ? 128 + WTERMSIG(status) : WEXITSTATUS(status);
}

std::optional<int> Child::exit_signal() const {
  const int status = watch_->status;
  if (status == Watch::kRuns || !WIFSIGNALED(status)) return std::nullopt;
  return WTERMSIG(status);
}

void Child::SignalTree(int signal) const {
  absl::flat_hash_map<int32_t, std::vector<int32_t>> children;
  for (const ProcTask& task : ReadProcTasks()) {
    if (task.tid == task.pid) children[task.parent].push_back(task.pid);
  }
  // Our own children: the command, and orphans of its tree.
  std::vector<int32_t> open = children[getpid()];
  while (!open.empty()) {
    const int32_t pid = open.back();
    open.pop_back();
    kill(pid, signal);
    open.insert(open.end(), children[pid].begin(), children[pid].end());
  }
}

}  // namespace ioreel
