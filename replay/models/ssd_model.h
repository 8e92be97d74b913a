#pragma once

#include <cstdint>
#include <memory>

#include "replay/models/drive_model.h"
#include "replay/models/ssd_spec.h"

namespace ioreel {

/// A drive of flash. `data_share`: what a compressor leaves of the data, 1 = all.
std::unique_ptr<DriveModel> MakeSsdModel(const SsdSpec& spec, uint64_t size_bytes,
                                         double data_share);

}  // namespace ioreel
