#pragma once

#include <cstdint>
#include <vector>

#include "absl/status/statusor.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// The devices of a recording that knows them by their kernel numbers, which become their names:
/// "8:16".
class KernelDevices {
 public:
  /// Appends to `devices`, which must outlive it.
  explicit KernelDevices(std::vector<DeviceInfo>* devices) : devices_(devices) {}

  /// Index of the device. Errors: InvalidArgument when there are more than 65535.
  absl::StatusOr<uint16_t> Find(uint32_t major, uint32_t minor);

 private:
  std::vector<DeviceInfo>* devices_;
  size_t last_ = 0;  ///< the one found last: the next event is likely of it, too
};

}  // namespace ioreel
