#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// The places where the files of kernel tracing may be.
const std::vector<std::string>& TracefsRoots();

/// The kernel's tracing files: their root, and whether the one global tracer is free.
class Tracefs {
 public:
  /// The first of `roots` with `events/` in it (a folder there may be an empty mount point).
  /// Errors: NotFound (not mounted, or not in this kernel), PermissionDenied; with the remedy.
  static absl::StatusOr<Tracefs> Find(const std::vector<std::string>& roots = TracefsRoots());

  std::string Path(absl::string_view relative) const;
  const std::string& root() const { return root_; }

  /// Numbers of the CPUs that have a ring buffer below `relative` ("" or "instances/NAME").
  std::vector<int> Cpus(absl::string_view relative = "") const;

  /// OK when no one uses the top instance: no tracer, no events, no reader of its pipe.
  /// FailedPrecondition names what and who. `living` are recorders known to be at work.
  absl::Status CheckFree(const std::vector<int>& living) const;

 private:
  explicit Tracefs(std::string root) : root_(std::move(root)) {}
  std::string root_;
};

/// Mounts tracefs on the first root; only ever on the user's word.
absl::Status MountTracefs();

/// Processes that have a file below `folder` open whose name is `name`: "cat (pid 4711)".
std::vector<std::string> HoldersOf(const std::string& folder, absl::string_view name);

/// "name (pid 4711)", or "pid 4711" when its name cannot be read.
std::string ProcessLabel(int pid);

}  // namespace ioreel
