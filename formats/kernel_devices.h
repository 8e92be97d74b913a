#pragma once

#include <cstdint>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "formats/model/trace_info.h"

namespace ioreel {

/// The devices of a recording that knows them by their kernel numbers, which become their names:
/// "8:16".
class KernelDevices {
 public:
  /// Appends to `devices`, which must outlive it and be changed by it only.
  explicit KernelDevices(std::vector<DeviceInfo>* devices) : devices_(devices) {}

  /// Index of the device. Errors: InvalidArgument when there are more than 65535.
  absl::StatusOr<uint16_t> Find(uint32_t major, uint32_t minor);

 private:
  std::vector<DeviceInfo>* devices_;
  absl::flat_hash_map<uint64_t, uint16_t> places_;  ///< by major and minor number
  size_t last_ = 0;  ///< the one found last: the next event is likely of it, too
};

}  // namespace ioreel
