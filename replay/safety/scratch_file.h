#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/file.h"

namespace ioreel {

/// Files that ioreel made carry this extended attribute; what they hold is worth nothing, so they
/// may be written again without asking. Its text is the file's inode, size and time of last
/// change as ioreel left them, so that neither a copy (cp -a) nor what someone else wrote into the
/// file counts as ioreel's. Filesystems without user attributes leave the file unmarked: it then
/// counts as the user's.
inline constexpr char kScratchMark[] = "user.ioreel.scratch";

/// Makes `path`, which must not exist (also not as a link), with `size_bytes` and the mark.
/// Errors: AlreadyExists, ResourceExhausted, others as open(2); then nothing is left behind.
absl::Status CreateScratchFile(const std::string& path, uint64_t size_bytes);

enum class ScratchMark : uint8_t {
  kNone,     ///< ioreel did not make the file
  kChanged,  ///< the file has changed since ioreel wrote it, or is a copy of one that it made
  kIntact,   ///< the file is as ioreel left it
};
ScratchMark FindScratchMark(int fd);

/// Marks an intact scratch file again once ioreel has written to it, however that ended. Movable.
class ScratchRenewal {
 public:
  /// `fd` is duplicated. Errors: as dup(2).
  static absl::StatusOr<ScratchRenewal> Create(int fd);
  ScratchRenewal(ScratchRenewal&&) = default;
  ScratchRenewal& operator=(ScratchRenewal&&) = default;
  ~ScratchRenewal();

 private:
  explicit ScratchRenewal(ScopedFd fd) : fd_(std::move(fd)) {}

  ScopedFd fd_;
};

/// What to tell when a file that was to be made exists.
std::string CreateExistsText(const std::string& path);

}  // namespace ioreel
