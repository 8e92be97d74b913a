#include "capture/tracefs.h"

#include <errno.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "capture/kernel_file.h"

namespace ioreel {
namespace {

namespace fs = std::filesystem;

std::string Labels(const std::vector<int>& pids) {
  std::vector<std::string> labels;
  for (int pid : pids) labels.push_back(ProcessLabel(pid));
  return absl::StrJoin(labels, ", ");
}

/// Does process `pid` hold a file below `folder` named `name` open?
bool Holds(const std::string& pid, const std::string& folder, absl::string_view name) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator("/proc/" + pid + "/fd", ignored)) {
    const fs::path target = fs::read_symlink(entry.path(), ignored);
    if (target.filename() == std::string(name) && absl::StartsWith(target.string(), folder)) {
      return true;
    }
  }
  return false;
}

}  // namespace

const std::vector<std::string>& TracefsRoots() {
  static const auto& roots =
      *new std::vector<std::string>{"/sys/kernel/tracing", "/sys/kernel/debug/tracing"};
  return roots;
}

absl::StatusOr<Tracefs> Tracefs::Find(const std::vector<std::string>& roots) {
  bool denied = false;
  for (const std::string& root : roots) {
    struct stat info;
    if (stat((root + "/events").c_str(), &info) == 0) return Tracefs(root);
    denied |= errno == EACCES;
  }
  if (denied) {
    return absl::PermissionDeniedError(absl::StrCat("no right to look into ", roots.front(),
                                                    "; run ioreel as root (sudo ioreel …)"));
  }
  if (!absl::StrContains(ReadKernelFileOrEmpty("/proc/filesystems"), "\ttracefs")) {
    return absl::NotFoundError("this kernel has no tracefs (built without CONFIG_TRACING)");
  }
  return absl::NotFoundError(absl::StrCat(
      "tracefs is not mounted (no events/ in ", absl::StrJoin(roots, " or "),
      "); mount it: mount -t tracefs tracefs ", roots.front(), ", or give --mount-tracefs"));
}

std::string Tracefs::Path(absl::string_view relative) const {
  return absl::StrCat(root_, "/", relative);
}

std::vector<int> Tracefs::Cpus(absl::string_view relative) const {
  std::vector<int> cpus;
  std::error_code ignored;
  for (const auto& entry :
       fs::directory_iterator(Path(absl::StrCat(relative, "/per_cpu")), ignored)) {
    const std::string name = entry.path().filename();
    int cpu = 0;
    if (absl::StartsWith(name, "cpu") && absl::SimpleAtoi(name.substr(3), &cpu)) {
      cpus.push_back(cpu);
    }
  }
  std::sort(cpus.begin(), cpus.end());
  return cpus;
}

absl::Status Tracefs::CheckFree(const std::vector<int>& living) const {
  IOREEL_ASSIGN_OR_RETURN(const std::string tracer, ReadKernelFile(Path("current_tracer")));
  if (tracer != "nop") {
    const std::string owner = living.empty() ? "not ioreel's" : "of " + Labels(living);
    return absl::FailedPreconditionError(
        absl::StrCat("the kernel's tracer is in use: ", Path("current_tracer"), " is \"", tracer,
                     "\" (", owner, "); end that, or write nop to it, then try again"));
  }
  if (const std::string events = ReadKernelFileOrEmpty(Path("set_event")); !events.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat("trace events are on in ", root_, " (", events.substr(0, events.find('\n')),
                     " …), whose buffer the block tracer needs; end that trace, or clear ",
                     Path("set_event"), ", then try again"));
  }
  const std::vector<std::string> holders = HoldersOf(root_, "trace_pipe");
  if (!holders.empty()) {
    return absl::FailedPreconditionError(
        absl::StrCat(absl::StrJoin(holders, ", "), " reads ", Path("trace_pipe"),
                     " and would take the recording's events away; end it, then try again"));
  }
  return absl::OkStatus();
}

absl::Status MountTracefs() {
  const std::string& root = TracefsRoots().front();
  if (mount("tracefs", root.c_str(), "tracefs", 0, nullptr) != 0) {
    return ErrnoError(errno, "cannot mount tracefs on", root);
  }
  return absl::OkStatus();
}

std::vector<std::string> HoldersOf(const std::string& folder, absl::string_view name) {
  std::vector<std::string> holders;
  std::error_code ignored;
  const std::string prefix = folder + "/";
  for (const auto& entry : fs::directory_iterator("/proc", ignored)) {
    const std::string pid = entry.path().filename();
    int number = 0;
    if (!absl::SimpleAtoi(pid, &number) || number == getpid()) continue;
    if (Holds(pid, prefix, name)) holders.push_back(ProcessLabel(number));
  }
  return holders;
}

std::string ProcessLabel(int pid) {
  const std::string name = ReadKernelFileOrEmpty(absl::StrCat("/proc/", pid, "/comm"));
  return name.empty() ? absl::StrCat("pid ", pid) : absl::StrCat(name, " (pid ", pid, ")");
}

}  // namespace ioreel
