#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace ioreel {

/// Unit of what is stamped: the smallest that a drive writes whole.
inline constexpr size_t kStampSector = 512;

/// What the first 32 bytes of a stamped sector say, little-endian, followed by the XXH3-64 of all
/// other bytes of the sector.
struct Stamp {
  uint64_t run = 0;       ///< of one replay, so that data of an earlier one is told apart
  uint64_t offset = 0;    ///< of the sector on the target
  uint64_t sequence = 0;  ///< number of the write, from 1
};

/// Stamps every sector of a write at `offset`. `data` is a whole number of sectors.
void StampSectors(absl::Span<char> data, uint64_t run, uint64_t offset, uint64_t sequence);

enum class SectorState : uint8_t {
  kStamped,  ///< by this run, for this place
  kForeign,  ///< never stamped by this run
  kMoved,    ///< stamped for another place
  kDamaged,  ///< stamped for this place, but changed since
};
absl::string_view ToString(SectorState state);

/// What a sector read at `offset` holds; `sequence` is set where it is kStamped.
SectorState ReadStamp(const char* sector, uint64_t run, uint64_t offset, uint64_t* sequence);

}  // namespace ioreel
