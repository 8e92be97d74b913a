#include "formats/kernel_devices.h"

#include "absl/strings/str_cat.h"

namespace ioreel {

absl::StatusOr<uint16_t> KernelDevices::Find(uint32_t major, uint32_t minor) {
  constexpr size_t kMost = 0xffff;
  if (last_ < devices_->size() && (*devices_)[last_].major == major &&
      (*devices_)[last_].minor == minor)
    return static_cast<uint16_t>(last_);
  const uint64_t number = uint64_t{major} << 32 | minor;
  auto known = places_.find(number);
  if (known == places_.end()) {
    if (devices_->size() >= kMost) return absl::InvalidArgumentError("more than 65535 devices");
    known = places_.emplace(number, static_cast<uint16_t>(devices_->size())).first;
    DeviceInfo& device = devices_->emplace_back();
    device.name = absl::StrCat(major, ":", minor);
    device.major = major;
    device.minor = minor;
  }
  last_ = known->second;
  return known->second;
}

}  // namespace ioreel
