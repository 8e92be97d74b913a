#include "replay/verify/stamp.h"

#include <xxhash.h>

#include <cstring>

namespace ioreel {
namespace {

struct Head {
  Stamp stamp;
  uint64_t hash;
};
static_assert(sizeof(Head) == 32);

uint64_t HashOf(const char* sector, const Stamp& stamp) {
  const uint64_t place = stamp.run ^ XXH3_64bits(&stamp, sizeof(stamp));
  return XXH3_64bits_withSeed(sector + sizeof(Head), kStampSector - sizeof(Head), place);
}

}  // namespace

void StampSectors(absl::Span<char> data, uint64_t run, uint64_t offset, uint64_t sequence) {
  for (size_t at = 0; at < data.size(); at += kStampSector) {
    char* const sector = data.data() + at;
    Head head = {.stamp = {.run = run, .offset = offset + at, .sequence = sequence}, .hash = 0};
    head.hash = HashOf(sector, head.stamp);
    std::memcpy(sector, &head, sizeof(head));
  }
}

SectorState ReadStamp(const char* sector, uint64_t run, uint64_t offset, uint64_t* sequence) {
  Head head;
  std::memcpy(&head, sector, sizeof(head));
  if (head.stamp.run != run) return SectorState::kForeign;
  if (head.hash != HashOf(sector, head.stamp)) return SectorState::kDamaged;
  if (head.stamp.offset != offset) return SectorState::kMoved;
  *sequence = head.stamp.sequence;
  return SectorState::kStamped;
}

absl::string_view ToString(SectorState state) {
  switch (state) {
    case SectorState::kStamped:
      return "as written";
    case SectorState::kForeign:
      return "not what this run wrote";
    case SectorState::kMoved:
      return "what was written elsewhere";
    case SectorState::kDamaged:
      return "damaged";
  }
  return "";
}

}  // namespace ioreel
