#pragma once

#include <cstdint>
#include <string>

namespace ioreel {

/// A loop device with direct I/O on a new file, both gone when destroyed. Needs root.
class LoopDevice {
 public:
  /// On a file of `bytes` zeroes in /tmp, or on `file`, which stays. `path()` is empty, and
  /// `why_not()` says why, when it cannot be made here; see SKIP_WITHOUT_LOOP.
  explicit LoopDevice(uint64_t bytes, int sector_bytes = 512);
  explicit LoopDevice(const std::string& file, int sector_bytes = 512);
  ~LoopDevice();
  LoopDevice(const LoopDevice&) = delete;
  LoopDevice& operator=(const LoopDevice&) = delete;

  const std::string& path() const { return path_; }  ///< "/dev/loop3"
  const std::string& file() const { return file_; }
  const std::string& why_not() const { return why_not_; }

 private:
  void Attach(int sector_bytes);
  std::string path_, file_, why_not_;
  bool owns_file_ = false;
};

/// What a shell command prints on both outputs, and its exit status.
struct CommandResult {
  int status = -1;
  std::string output;
};
CommandResult RunShell(const std::string& command);

}  // namespace ioreel

#define SKIP_WITHOUT_LOOP(loop) \
  if ((loop).path().empty()) GTEST_SKIP() << "no loop device: " << (loop).why_not()
