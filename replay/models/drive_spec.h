#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <variant>

#include "replay/models/drive_model.h"
#include "replay/models/hdd_spec.h"
#include "replay/models/ssd_spec.h"

namespace ioreel {

/// A drive as its file describes it.
struct DriveSpec {
  std::string model;  ///< "Intel SSD 520 240 GB"
  uint64_t size_bytes = 0;
  std::variant<HddSpec, SsdSpec> kind;
};

/// `serial` tells drives of the same kind apart: disks do not turn in step. `compress_percent`:
/// what a compressor takes away of the data that is written and read.
std::unique_ptr<DriveModel> MakeDriveModel(const DriveSpec& spec, uint64_t serial,
                                           int compress_percent);

}  // namespace ioreel
