#pragma once

#include <string>
#include <vector>

#include "absl/status/status.h"
#include "capture/restore_journal.h"
#include "capture/tracefs.h"

namespace ioreel {

/// Where a source finds the kernel; tests put a made-up tree there.
struct KernelPaths {
  std::vector<std::string> tracefs_roots = TracefsRoots();
  std::string debugfs = "/sys/kernel/debug";
  std::string sys = "/sys";
  std::string journal_folder = RestoreJournal::kFolder;

  /// "/sys/class/block/sda/trace", there when the kernel can trace the device.
  std::string TraceFolder(const std::string& device) const;
};

/// OK when every device can be traced, is not being traced, and no two are on one disk, which has
/// one trace. Errors say so and what to do.
absl::Status CheckTraceable(const KernelPaths& paths, const std::vector<std::string>& devices);

}  // namespace ioreel
