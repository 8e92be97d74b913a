#pragma once

#include <string>
#include <vector>

#include "capture/kernel_paths.h"

namespace ioreel {

/// One thing that was tried.
struct Finding {
  std::string name;  ///< "ftrace-blk"
  bool works = false;
  std::string detail;  ///< what was seen; or why it does not work, and the remedy
};

/// What recording needs, tried one by one: the rights, tracefs, every capture source, the events
/// of tasks and of write-zeroes. Each source records one direct write of 4 KiB to a scratch loop
/// device and must see just that. Restores what killed recorders left. Changes nothing for long.
std::vector<Finding> ExamineCapture(const KernelPaths& paths = {});

}  // namespace ioreel
