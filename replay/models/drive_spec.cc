#include "replay/models/drive_spec.h"

#include <algorithm>
#include <cmath>

#include "replay/models/hdd_model.h"
#include "replay/models/ssd_model.h"

namespace ioreel {
namespace {

constexpr double kGoldenRatio = 0.618033988749895;  // its multiples are spread evenly over [0, 1)

}  // namespace

std::unique_ptr<DriveModel> MakeDriveModel(const DriveSpec& spec, uint64_t serial,
                                           int compress_percent) {
  if (const auto* hdd = std::get_if<HddSpec>(&spec.kind)) {
    const double turns = static_cast<double>(serial) * kGoldenRatio;
    return MakeHddModel(*hdd, spec.size_bytes, turns - std::floor(turns));
  }
  const auto& ssd = std::get<SsdSpec>(spec.kind);
  const double least = ssd.compresses ? ssd.compressed_least_percent : 100;
  return MakeSsdModel(ssd, spec.size_bytes, std::max<double>(least, 100 - compress_percent) / 100);
}

}  // namespace ioreel
