#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/string_view.h"

namespace ioreel {

/// Events of an Open-CAS iotrace, encoded. Times are ns, ranges sectors.
std::string OctfIo(uint64_t time, uint64_t id, uint64_t op, uint64_t sector, uint64_t sectors,
                   const std::vector<std::pair<int, uint64_t>>& flags = {});
std::string OctfCompletion(uint64_t time, uint64_t id, uint64_t error = 0);
std::string OctfDevice(uint64_t time, absl::string_view name, uint64_t sectors);
std::string OctfFsEvent(uint64_t time);

/// A tar archive of these files.
std::string Tar(const std::vector<std::pair<std::string, std::string>>& files);

}  // namespace ioreel
