#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <filesystem>

#include "base/check.h"
#include "base/status_macros.h"
#include "base/temporary_file.h"
#include "base/unfinished_files.h"

namespace ioreel {
namespace {

absl::StatusCode CodeOf(int error) {
  switch (error) {
    case ENOENT:
      return absl::StatusCode::kNotFound;
    case EEXIST:
      return absl::StatusCode::kAlreadyExists;
    case EACCES:
    case EPERM:
    case EROFS:
      return absl::StatusCode::kPermissionDenied;
    case ENOSPC:
    case EDQUOT:
    case EFBIG:
    case ENOMEM:
    case EMFILE:
      return absl::StatusCode::kResourceExhausted;
    case EBUSY:
    case EISDIR:
    case ENOTDIR:
      return absl::StatusCode::kFailedPrecondition;
    case EINVAL:
      return absl::StatusCode::kInvalidArgument;
    default:
      return absl::StatusCode::kUnavailable;
  }
}

/// What a user can do about it; "" = nothing in general.
absl::string_view RemedyFor(int error) {
  return error == EMFILE ? "; allow more with ulimit -n" : "";
}

/// True when more files may be open now.
bool RaiseOpenFilesLimit() {
  rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= limit.rlim_max) return false;
  limit.rlim_cur = limit.rlim_max;
  return setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

/// What a link names, if that exists; else `path`.
std::string Followed(const std::string& path) {
  std::error_code ignored;
  if (!std::filesystem::is_symlink(path, ignored) || !std::filesystem::exists(path, ignored)) {
    return path;
  }
  return std::filesystem::canonical(path, ignored).string();
}

}  // namespace

void ScopedFd::Reset() {
  if (fd_ >= 0) close(fd_);
  fd_ = -1;
}

absl::Status ErrnoError(int error, absl::string_view what, absl::string_view path) {
  return absl::Status(CodeOf(error), absl::StrCat(what, path.empty() ? "" : " ", path, ": ",
                                                  std::string(strerror(error)), RemedyFor(error)));
}

absl::StatusOr<ScopedFd> OpenFd(const std::string& path, int flags, int mode) {
  int fd = open(path.c_str(), flags | O_CLOEXEC, mode);
  if (fd < 0 && errno == EMFILE) {
    fd = RaiseOpenFilesLimit() ? open(path.c_str(), flags | O_CLOEXEC, mode) : -1;
  }
  if (fd < 0) return ErrnoError(errno, "cannot open", path);
  return ScopedFd(fd);
}

absl::StatusOr<ScopedFd> OpenTemporaryFile() {
  const std::string folder = TemporaryFolder();
  std::string path = folder + "/ioreel.XXXXXX";
  ScopedFd fd(mkostemp(path.data(), O_CLOEXEC));
  if (!fd.valid())
    return WithAnotherFolder(ErrnoError(errno, "cannot make a temporary file in", folder));
  unlink(path.c_str());
  return fd;
}

absl::StatusOr<std::string> ReadFile(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(const ScopedFd fd, OpenFd(path, O_RDONLY));
  std::string contents;
  char buffer[1 << 16];
  for (;;) {
    const ssize_t n = read(fd.get(), buffer, sizeof(buffer));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoError(errno, "cannot read", path);
    if (n == 0) return contents;
    contents.append(buffer, static_cast<size_t>(n));
  }
}

absl::Status WriteFile(const std::string& path, absl::string_view contents) {
  IOREEL_ASSIGN_OR_RETURN(const ScopedFd fd, OpenFd(path, O_WRONLY | O_CREAT | O_TRUNC));
  while (!contents.empty()) {
    const ssize_t n = write(fd.get(), contents.data(), contents.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoError(errno, "cannot write", path);
    contents.remove_prefix(static_cast<size_t>(n));
  }
  return absl::OkStatus();
}

absl::Status PwriteAll(int fd, absl::string_view bytes, uint64_t offset) {
  while (!bytes.empty()) {
    const ssize_t n = pwrite(fd, bytes.data(), bytes.size(), static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoError(errno, absl::StrCat("write at byte ", offset));
    bytes.remove_prefix(static_cast<size_t>(n));
    offset += static_cast<uint64_t>(n);
  }
  return absl::OkStatus();
}

absl::Status PreadAll(int fd, char* out, size_t size, uint64_t offset) {
  while (size > 0) {
    const ssize_t n = pread(fd, out, size, static_cast<off_t>(offset));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) return ErrnoError(errno, absl::StrCat("read at byte ", offset));
    if (n == 0) return absl::OutOfRangeError(absl::StrCat("ends at byte ", offset));
    out += n;
    size -= static_cast<size_t>(n);
    offset += static_cast<uint64_t>(n);
  }
  return absl::OkStatus();
}

std::string AtomicFile::PartialPath(const std::string& path) { return Followed(path) + ".partial"; }

absl::Status AtomicFile::CheckReplaceable(const std::string& path) {
  std::error_code ignored;
  const std::filesystem::file_status found = std::filesystem::status(path, ignored);
  if (std::filesystem::is_directory(found)) {
    return absl::FailedPreconditionError(absl::StrCat(path, " is a directory; name a file"));
  }
  if (std::filesystem::exists(found) && !std::filesystem::is_regular_file(found)) {
    return absl::FailedPreconditionError(
        absl::StrCat(path, ": exists and is not a regular file; name a file to write"));
  }
  const std::string parent = std::filesystem::path(Followed(path)).parent_path().string();
  const std::string folder = parent.empty() ? "." : parent;
  if (access(folder.c_str(), W_OK) == 0) return absl::OkStatus();
  return ErrnoError(errno, absl::StrCat("cannot write ", path, " in the folder"), folder);
}

absl::StatusOr<AtomicFile> AtomicFile::Create(const std::string& path, std::string partial_path) {
  IOREEL_RETURN_IF_ERROR(CheckReplaceable(path));
  if (partial_path.empty()) partial_path = PartialPath(path);
  IOREEL_ASSIGN_OR_RETURN(ScopedFd fd, OpenFd(partial_path, O_RDWR | O_CREAT | O_TRUNC));
  NoteUnfinishedFile(partial_path);
  return AtomicFile(Followed(path), std::move(partial_path), std::move(fd));
}

absl::Status AtomicFile::Append(absl::string_view bytes) {
  IOREEL_RETURN_IF_ERROR(Annotate(PwriteAll(fd_.get(), bytes, size_), partial_path()));
  size_ += bytes.size();
  return absl::OkStatus();
}

absl::Status AtomicFile::Overwrite(uint64_t offset, absl::string_view bytes) {
  CHECK(offset + bytes.size() <= size_);
  return Annotate(PwriteAll(fd_.get(), bytes, offset), partial_path());
}

absl::Status AtomicFile::Commit() {
  AtomicFile* const only = this;
  return CommitTogether({&only, 1});
}

absl::Status AtomicFile::CommitTogether(absl::Span<AtomicFile* const> files) {
  for (const AtomicFile* file : files) {
    if (fsync(file->fd_.get()) != 0) return ErrnoError(errno, "cannot flush", file->partial_path());
  }
  IOREEL_RETURN_IF_ERROR(FinishUndisturbed([files]() -> absl::Status {
    for (const AtomicFile* file : files) {
      if (rename(file->partial_path().c_str(), file->path_.c_str()) != 0)
        return ErrnoError(errno, "cannot rename the finished file to", file->path_);
    }
    return absl::OkStatus();
  }));
  for (AtomicFile* file : files) {
    ForgetUnfinishedFile(file->partial_path());
    file->fd_.Reset();
  }
  return absl::OkStatus();
}

}  // namespace ioreel
