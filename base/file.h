#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace ioreel {

/// Owns a file descriptor; closes it when destroyed. Movable.
class ScopedFd {
 public:
  ScopedFd() = default;
  explicit ScopedFd(int fd) : fd_(fd) {}
  ScopedFd(ScopedFd&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
  ScopedFd& operator=(ScopedFd&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
  }
  ~ScopedFd() { Reset(); }

  int get() const { return fd_; }
  bool valid() const { return fd_ >= 0; }
  void Reset();

 private:
  int fd_ = -1;
};

/// "`what` `path`: <errno text>" as a Status with the code that fits `error`
/// (ENOENT NotFound, EACCES/EPERM PermissionDenied, ENOSPC ResourceExhausted, …).
absl::Status ErrnoError(int error, absl::string_view what, absl::string_view path = "");

absl::StatusOr<ScopedFd> OpenFd(const std::string& path, int flags, int mode = 0644);

/// A file without a name in $TMPDIR (default /tmp), gone when closed.
absl::StatusOr<ScopedFd> OpenTemporaryFile();

/// Whole small files (sysfs, /proc, JSON). Errors name the path.
absl::StatusOr<std::string> ReadFile(const std::string& path);
absl::Status WriteFile(const std::string& path, absl::string_view contents);

/// Writes or reads all of it at `offset`, or says what stopped it. A short read is OutOfRange.
absl::Status PwriteAll(int fd, absl::string_view bytes, uint64_t offset);
absl::Status PreadAll(int fd, char* out, size_t size, uint64_t offset);

/// A file that appears under its name only when complete: written as "PATH.partial",
/// flushed and renamed by Commit(). Without Commit the partial file stays and shows by its
/// name that it is unfinished. An existing PATH is replaced at Commit; of a link, what it names.
class AtomicFile {
 public:
  /// `partial_path`: another name for the unfinished file, in PATH's folder; "" = PartialPath.
  /// Errors: FailedPrecondition where PATH is a folder, a device or a pipe, NotFound or
  /// PermissionDenied where its folder takes no file: CheckReplaceable alone finds these without
  /// making anything.
  static absl::StatusOr<AtomicFile> Create(const std::string& path, std::string partial_path = "");
  static absl::Status CheckReplaceable(const std::string& path);
  /// The name under which PATH is written until then.
  static std::string PartialPath(const std::string& path);
  AtomicFile(AtomicFile&&) = default;
  AtomicFile& operator=(AtomicFile&&) = default;

  absl::Status Append(absl::string_view bytes);
  /// Replaces bytes already appended. REQUIRES: offset + bytes.size() <= size().
  absl::Status Overwrite(uint64_t offset, absl::string_view bytes);
  /// Flushes to disk and renames. REQUIRES: not yet committed.
  absl::Status Commit();
  /// The same of several, which a signal leaves all or none of.
  static absl::Status CommitTogether(absl::Span<AtomicFile* const> files);

  const std::string& path() const { return path_; }
  const std::string& partial_path() const { return partial_path_; }
  uint64_t size() const { return size_; }

 private:
  AtomicFile(std::string path, std::string partial_path, ScopedFd fd)
      : path_(std::move(path)), partial_path_(std::move(partial_path)), fd_(std::move(fd)) {}
  std::string path_, partial_path_;
  ScopedFd fd_;
  uint64_t size_ = 0;
};

}  // namespace ioreel
