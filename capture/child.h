#pragma once

#include <signal.h>
#include <sys/types.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/file.h"
#include "formats/model/time.h"

namespace ioreel {

/// The recorded command: a process that waits before its exec until told to go, and everything it
/// starts. Orphans of the tree become ours (subreaper), so that its end is known exactly. One at
/// a time. Not thread-safe.
class Child {
 public:
  /// Forks. `mask` is the command's signal mask. REQUIRES: argv is not empty.
  /// Errors: NotFound or PermissionDenied when there is no such program; the kernel's.
  static absl::StatusOr<std::unique_ptr<Child>> Fork(const std::vector<std::string>& argv,
                                                     const sigset_t& mask);
  /// A command that was never let go ends without having run.
  ~Child();

  pid_t pid() const { return pid_; }

  /// Lets the command run. Errors: the kernel will not execute it.
  absl::Status Go();

  /// Readable once the command and all its descendants have ended.
  int fd() const { return ended_event_.get(); }
  bool ended() const;

  /// CLOCK_MONOTONIC; kNoTime before Go, or before the end of the command itself.
  int64_t start_ns() const { return start_ns_; }
  int64_t exit_ns() const;
  /// Exit status of the command itself, 128 + signal when killed by one; nullopt while it runs.
  std::optional<int> exit_code() const;
  std::optional<int> exit_signal() const;  ///< that killed it

  /// Sends `signal` to every process that the command and its descendants are now.
  void SignalTree(int signal) const;

 private:
  struct Watch;  ///< what the waiting thread finds out
  Child() = default;

  pid_t pid_ = -1;
  std::string name_;     ///< of the program
  ScopedFd go_;          ///< writing end: a byte lets it run, closing it ends it
  ScopedFd go_reading_;  ///< keeps the pipe whole, should the process be killed before
  ScopedFd exec_error_;  ///< reading end: errno of a failed exec
  ScopedFd ended_event_;
  int64_t start_ns_ = kNoTime;
  std::shared_ptr<Watch> watch_;
};

}  // namespace ioreel
