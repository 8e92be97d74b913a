#include "tests/support/run_ioreel.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/file.h"

namespace ioreel {
namespace {

/// A file of its own for one stream of the program.
class OutputFile {
 public:
  OutputFile() {
    std::string path = std::filesystem::temp_directory_path() / "ioreel-test-XXXXXX";
    fd_ = ScopedFd(mkstemp(path.data()));
    CHECK(fd_.valid());
    unlink(path.c_str());
  }
  int fd() const { return fd_.get(); }
  std::string Contents() const {
    const absl::StatusOr<std::string> contents = ReadFile(absl::StrCat("/proc/self/fd/", fd()));
    CHECK_OK(contents.status());
    return *contents;
  }

 private:
  ScopedFd fd_;
};

}  // namespace

std::string IoreelPath() { return IOREEL_BINARY; }

ProgramRun RunIoreel(const std::vector<std::string>& arguments) {
  std::vector<std::string> argv = {IOREEL_BINARY};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  return RunProgram(argv);
}

ProgramRun RunProgram(const std::vector<std::string>& words) {
  std::vector<char*> argv;
  for (const std::string& word : words) argv.push_back(const_cast<char*>(word.c_str()));
  argv.push_back(nullptr);

  const OutputFile out, err;
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, out.fd(), STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, err.fd(), STDERR_FILENO);
  setenv("LC_ALL", "C.UTF-8", 1);  // text is compared as a terminal of today shows it
  pid_t child = -1;
  CHECK(posix_spawnp(&child, argv[0], &actions, nullptr, argv.data(), environ) == 0);
  posix_spawn_file_actions_destroy(&actions);

  int status = 0;
  rusage usage;
  CHECK(wait4(child, &status, 0, &usage) == child);
  const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  return {
      .code = code, .out = out.Contents(), .err = err.Contents(), .max_rss_kib = usage.ru_maxrss};
}

}  // namespace ioreel
