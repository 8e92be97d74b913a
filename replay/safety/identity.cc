#include "replay/safety/identity.h"

#include <sys/stat.h>

#include "absl/strings/str_cat.h"
#include "base/units.h"

namespace ioreel {
namespace {

absl::Status Changed(const Device& device, absl::string_view what) {
  return absl::FailedPreconditionError(absl::StrCat(device.path(),
                                                    " is not what it was when the "
                                                    "replay was planned: ",
                                                    what, "; nothing was written"));
}

bool IsSameNode(const Device& device, const Device& now) {
  if (device.is_block() || now.is_block()) return device.number() == now.number();
  struct stat was, is;
  return fstat(device.fd(), &was) == 0 && fstat(now.fd(), &is) == 0 && was.st_dev == is.st_dev &&
         was.st_ino == is.st_ino;
}

}  // namespace

absl::Status CheckSameAsOpened(const Device& device) {
  const auto now = Device::Open(device.path());
  if (!now.ok()) return Changed(device, now.status().message());
  if (!IsSameNode(device, *now)) return Changed(device, "the name stands for another one");
  const uint64_t was_bytes = device.limits().size_bytes, is_bytes = now->limits().size_bytes;
  if (was_bytes != is_bytes) {
    return Changed(device, absl::StrCat("it had ", FormatCount(was_bytes), " bytes and now has ",
                                        FormatCount(is_bytes)));
  }
  const TargetFacts& was = device.facts();
  const TargetFacts& is = now->facts();
  if (was.wwid != is.wwid || was.serial != is.serial || was.model != is.model) {
    return Changed(device, absl::StrCat("it was ", was.model, " ", was.serial, " ", was.wwid,
                                        " and now is ", is.model, " ", is.serial, " ", is.wwid));
  }
  return absl::OkStatus();
}

}  // namespace ioreel
