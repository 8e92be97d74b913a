#include "base/unfinished_files.h"

#include <signal.h>
#include <unistd.h>

#include <mutex>
#include <set>
#include <thread>

#include "base/check.h"

namespace ioreel {
namespace {

struct UnfinishedFiles {
  std::mutex mutex;
  std::set<std::string> paths;
};

UnfinishedFiles& Unfinished() {
  static auto* const files = new UnfinishedFiles;
  return *files;
}

void RemoveAll(UnfinishedFiles* files) {
  for (const std::string& path : files->paths) unlink(path.c_str());
  files->paths.clear();
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
