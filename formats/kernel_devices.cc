#include "formats/kernel_devices.h"

#include "absl/strings/str_cat.h"

namespace ioreel {

absl::StatusOr<uint16_t> KernelDevices::Find(uint32_t major, uint32_t minor) {
  constexpr size_t kMost = 0xffff;
  const auto is_it = [&](size_t i) {
    return (*devices_)[i].major == major && (*devices_)[i].minor == minor;
  };
  if (last_ >= devices_->size() || !is_it(last_)) {
    last_ = 0;
    while (last_ < devices_->size() && !is_it(last_)) ++last_;
  }
  if (last_ >= kMost) return absl::InvalidArgumentError("more than 65535 devices");
  if (last_ == devices_->size()) {
    DeviceInfo& device = devices_->emplace_back();
    device.name = absl::StrCat(major, ":", minor);
    device.major = major;
    device.minor = minor;
  }
  return static_cast<uint16_t>(last_);
}

}  // namespace ioreel
