#pragma once

#include <cstdint>
#include <memory>

#include "replay/models/drive_model.h"
#include "replay/models/hdd_spec.h"

namespace ioreel {

/// A hard disk that turns all the time: at time 0 it has turned by `phase` (0 to 1) of a
/// revolution. REQUIRES: HddGeometry::CheckSeeks(spec) is OK.
std::unique_ptr<DriveModel> MakeHddModel(const HddSpec& spec, uint64_t size_bytes, double phase);

}  // namespace ioreel
