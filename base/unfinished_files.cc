#include "base/unfinished_files.h"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <mutex>
#include <set>
#include <thread>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/file.h"

namespace ioreel {
namespace {

struct UnfinishedFiles {
  std::mutex mutex;
  std::set<std::string> paths;
  std::vector<std::string> folders;  ///< those inside others behind them
};

UnfinishedFiles& Unfinished() {
  static auto* const files = new UnfinishedFiles;
  return *files;
}

void RemoveAll(UnfinishedFiles* files) {
  for (const std::string& path : files->paths) unlink(path.c_str());
  files->paths.clear();
  for (; !files->folders.empty(); files->folders.pop_back()) rmdir(files->folders.back().c_str());
}

/// What is awaited is blocked in every thread.
void EndAtSignal(sigset_t awaited) {
  int number = 0;
  CHECK(sigwait(&awaited, &number) == 0);
  const std::lock_guard lock(Unfinished().mutex);  // for good: nothing is begun any more
  RemoveAll(&Unfinished());
  signal(number, SIG_DFL);
  pthread_sigmask(SIG_UNBLOCK, &awaited, nullptr);
  raise(number);
}

}  // namespace

void NoteUnfinishedFile(const std::string& path) {
  const std::lock_guard lock(Unfinished().mutex);
  Unfinished().paths.insert(path);
}

void ForgetUnfinishedFile(const std::string& path) {
  const std::lock_guard lock(Unfinished().mutex);
  Unfinished().paths.erase(path);
}

void RemoveUnfinishedFiles() {
  const std::lock_guard lock(Unfinished().mutex);
  RemoveAll(&Unfinished());
}

absl::Status MakeFolderForUnfinished(const std::string& path) {
  const std::lock_guard lock(Unfinished().mutex);
  std::filesystem::path folder;
  for (const std::filesystem::path& part : std::filesystem::path(path)) {
    folder /= part;
    if (mkdir(folder.c_str(), 0777) == 0)
      Unfinished().folders.push_back(folder.string());
    else if (errno != EEXIST)
      return ErrnoError(errno, "cannot make the folder", folder.string());
  }
  std::error_code ignored;
  if (std::filesystem::is_directory(folder, ignored)) return absl::OkStatus();
  return absl::FailedPreconditionError(absl::StrCat(path, ": exists and is not a folder"));
}

absl::Status FinishUndisturbed(absl::FunctionRef<absl::Status()> finish) {
  const std::lock_guard lock(Unfinished().mutex);
  return finish();
}

void RemoveUnfinishedFilesOnSignal() {
  sigset_t awaited;
  sigemptyset(&awaited);
  for (const int number : {SIGINT, SIGTERM, SIGHUP}) {
    struct sigaction action;
    sigaction(number, nullptr, &action);
    if (action.sa_handler != SIG_IGN) sigaddset(&awaited, number);
  }
  if (sigisemptyset(&awaited)) return;
  pthread_sigmask(SIG_BLOCK, &awaited, nullptr);
  std::thread(EndAtSignal, awaited).detach();
}

}  // namespace ioreel
