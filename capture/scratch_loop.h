#pragma once

#include <cstdint>
#include <string>

#include "absl/status/statusor.h"
#include "base/file.h"

namespace ioreel {

/// A loop device on an unnamed file, to try things on. It goes away with its owner, also when
/// that is killed.
class ScratchLoop {
 public:
  /// `folder` is where the file takes its room. Errors: NotFound (no loop devices),
  /// PermissionDenied, …
  static absl::StatusOr<ScratchLoop> Create(uint64_t bytes, const std::string& folder = "/dev/shm");

  const std::string& node() const { return node_; }  ///< "/dev/loop3"
  std::string name() const { return node_.substr(5); }

 private:
  ScratchLoop(std::string node, ScopedFd device)
      : node_(std::move(node)), device_(std::move(device)) {}

  std::string node_;
  ScopedFd device_;  ///< its last close detaches the file
};

}  // namespace ioreel
