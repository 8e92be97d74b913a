#include "replay/safety/scratch_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/string_view.h"
#include "base/log.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

/// "INODE SIZE SECONDS.NANOSECONDS"
absl::StatusOr<std::string> MarkText(int fd) {
  struct stat st;
  if (fstat(fd, &st) != 0) return ErrnoError(errno, "cannot examine the scratch file");
  return absl::StrFormat("%d %d %d.%09d", st.st_ino, st.st_size, st.st_mtim.tv_sec,
                         st.st_mtim.tv_nsec);
}

absl::Status MarkAsScratch(int fd) {
  IOREEL_ASSIGN_OR_RETURN(const std::string text, MarkText(fd));
  if (fsetxattr(fd, kScratchMark, text.data(), text.size(), 0) == 0) return absl::OkStatus();
  return ErrnoError(errno, "cannot mark the scratch file");
}

}  // namespace

absl::Status CreateScratchFile(const std::string& path, uint64_t size_bytes) {
  const auto fd = OpenFd(path, O_RDWR | O_CREAT | O_EXCL, 0600);
  if (absl::IsAlreadyExists(fd.status())) {
    return absl::AlreadyExistsError(CreateExistsText(path));
  }
  if (!fd.ok()) return fd.status();
  if (ftruncate(fd->get(), static_cast<off_t>(size_bytes)) != 0) {
    const int error = errno;
    unlink(path.c_str());
    return ErrnoError(error, absl::StrCat("cannot give ", size_bytes, " bytes to"), path);
  }
  if (!MarkAsScratch(fd->get()).ok()) {
    LogInfo(absl::StrCat(path,
                         " cannot be marked as a scratch file here; the next replay onto it "
                         "needs --overwrite"));
  }
  return absl::OkStatus();
}

std::string CreateExistsText(const std::string& path) {
  return absl::StrCat(path,
                      " exists, and --create makes new files only: leave --create out, or name "
                      "another");
}

ScratchMark FindScratchMark(int fd) {
  char text[128];
  const ssize_t bytes = fgetxattr(fd, kScratchMark, text, sizeof(text));
  if (bytes < 0) return errno == ERANGE ? ScratchMark::kChanged : ScratchMark::kNone;
  const auto now = MarkText(fd);
  const bool intact = now.ok() && *now == absl::string_view(text, static_cast<size_t>(bytes));
  return intact ? ScratchMark::kIntact : ScratchMark::kChanged;
}

absl::StatusOr<ScratchRenewal> ScratchRenewal::Create(int fd) {
  ScopedFd own(fcntl(fd, F_DUPFD_CLOEXEC, 0));
  if (!own.valid()) return ErrnoError(errno, "cannot keep the scratch file open");
  return ScratchRenewal(std::move(own));
}

ScratchRenewal::~ScratchRenewal() {
  if (!fd_.valid()) return;
  if (const absl::Status marked = MarkAsScratch(fd_.get()); !marked.ok()) {
    LogInfo(
        absl::StrCat(std::string(marked.message()), "; the next replay onto it needs --overwrite"));
  }
}

}  // namespace ioreel
