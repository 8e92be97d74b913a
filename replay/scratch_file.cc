#include "replay/scratch_file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "base/file.h"
#include "base/log.h"
#include "base/status_macros.h"

namespace ioreel {

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
  if (fsetxattr(fd->get(), kScratchMark, "1", 1, 0) != 0) {
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

bool IsMarkedScratch(int fd) { return fgetxattr(fd, kScratchMark, nullptr, 0) >= 0; }

}  // namespace ioreel
