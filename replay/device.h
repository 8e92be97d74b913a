#pragma once

#include <sys/types.h>

#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/file.h"
#include "formats/result/run_result.h"

namespace ioreel {

/// What a device or file takes.
struct DeviceLimits {
  uint64_t size_bytes = 0;
  uint32_t block_bytes = 512;  ///< offsets and lengths of direct I/O are multiples of it
  bool discard = false;        ///< punching a hole, for a file
  bool write_zeroes = false;   ///< by the kernel where the device has none; of ranges, for a file
  bool secure_erase = false;
  bool fua = true;  ///< writes through its cache, or has none; else a flush must follow the write
};

/// The path, and " (a link to …)" if it is one: nobody writes to a device without being told so.
std::string PathText(const std::string& path);

/// An opened regular file or block device, unbuffered where that is possible. Movable.
class Device {
 public:
  /// Opens for reading only; nothing can be written through it.
  /// Errors: NotFound, PermissionDenied; FailedPrecondition for what is neither.
  static absl::StatusOr<Device> Open(const std::string& path);

  /// Opens the very same file or device for writing, too. `exclusive` makes a block device refuse
  /// when anyone else holds it.
  /// Errors: PermissionDenied, FailedPrecondition (busy).
  absl::Status AllowWrites(bool exclusive);

  const std::string& path() const { return path_; }  ///< as the user named it
  int fd() const { return fd_.get(); }
  bool is_block() const { return is_block_; }
  dev_t number() const { return number_; }  ///< the kernel's, of a block device; else 0
  const DeviceLimits& limits() const { return limits_; }

  /// With `direct` false where reads and writes go through the page cache, whatever was asked.
  const TargetFacts& facts() const { return facts_; }
  /// What makes measurements doubtful, one sentence each.
  const std::vector<std::string>& doubts() const { return doubts_; }

 private:
  Device() = default;
  absl::Status Examine();
  void ExamineBlock(uint64_t number);
  void ExamineFile(uint64_t filesystem_number);
  bool TakesUnalignedReads() const;

  std::string path_;
  ScopedFd fd_;
  bool is_block_ = false;
  dev_t number_ = 0;
  bool o_direct_ = true;
  DeviceLimits limits_;
  TargetFacts facts_;
  std::vector<std::string> doubts_;
};

}  // namespace ioreel
