#include "capture/scratch_loop.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/loop.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"

namespace ioreel {
namespace {

constexpr int kTries = 16;  // another process may take the free one first

/// Detaches by itself at the last close.
absl::Status Attach(int device, int file) {
  loop_config config = {};
  config.fd = static_cast<__u32>(file);
  config.info.lo_flags = LO_FLAGS_AUTOCLEAR;
  if (ioctl(device, LOOP_CONFIGURE, &config) == 0) return absl::OkStatus();
  return ErrnoError(errno, "cannot set up a loop device");
}

}  // namespace

absl::StatusOr<ScratchLoop> ScratchLoop::Create(uint64_t bytes, const std::string& folder) {
  IOREEL_ASSIGN_OR_RETURN(const ScopedFd file, OpenFd(folder, O_RDWR | O_TMPFILE));
  if (ftruncate(file.get(), static_cast<off_t>(bytes)) != 0) {
    return ErrnoError(errno, "cannot make a scratch file in", folder);
  }
  IOREEL_ASSIGN_OR_RETURN(const ScopedFd control, OpenFd("/dev/loop-control", O_RDWR));
  absl::Status status;
  for (int i = 0; i < kTries; ++i) {
    const int number = ioctl(control.get(), LOOP_CTL_GET_FREE);
    if (number < 0) return ErrnoError(errno, "no free loop device");
    const std::string node = absl::StrCat("/dev/loop", number);
    IOREEL_ASSIGN_OR_RETURN(ScopedFd device, OpenFd(node, O_RDWR));
    status = Attach(device.get(), file.get());
    if (status.ok()) return ScratchLoop(node, std::move(device));
    if (!absl::IsFailedPrecondition(status)) break;  // not EBUSY
  }
  return status;
}

}  // namespace ioreel
