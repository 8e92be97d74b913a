#include "replay/targets/volume.h"

#include <algorithm>

namespace ioreel {

bool CompositeVolume::TakesRangeOps() const {
  return std::all_of(members_.begin(), members_.end(), [](const auto& member) {
    return member == nullptr || member->TakesRangeOps();
  });
}

void CompositeVolume::BeginTouching() {
  for (const auto& member : members_) {
    if (member != nullptr) member->BeginTouching();
  }
}

void CompositeVolume::EndTouching() {
  for (const auto& member : members_) {
    if (member != nullptr) member->EndTouching();
  }
}

uint64_t CompositeVolume::FrontBytes() const {
  uint64_t bytes = 0;
  for (const auto& member : members_) {
    if (member != nullptr) bytes += member->FrontBytes();
  }
  return bytes;
}

StagesAfter CompositeVolume::MapFront(const Piece& piece, uint32_t stage, MappedIo* mapped) {
  StagesAfter next = StagesAfter::Of(stage);
  uint64_t begin = 0;  // of the member's part
  for (const auto& member : members_) {
    if (member == nullptr) continue;
    const uint64_t end = begin + member->FrontBytes();
    const uint64_t from = std::max(piece.offset, begin);
    const uint64_t to = std::min(piece.offset + piece.length, end);
    if (from < to) {
      const Piece cut = piece.Cut(from - piece.offset, to - from, from - begin);
      next.Include(member->MapFront(cut, stage, mapped));
    }
    begin = end;
  }
  return next;
}

/// One cache at a time, so that it needs no more scratch memory than one request does.
bool CompositeVolume::MapWriteBack(MappedIo* mapped) {
  return std::any_of(members_.begin(), members_.end(), [mapped](const auto& member) {
    return member != nullptr && member->MapWriteBack(mapped);
  });
}

void CompositeVolume::Reset() {
  for (const auto& member : members_) {
    if (member != nullptr) member->Reset();
  }
}

void CompositeVolume::AppendCaches(std::vector<CacheResult>* caches) const {
  for (const auto& member : members_) {
    if (member != nullptr) member->AppendCaches(caches);
  }
}

uint64_t CompositeVolume::SmallestMember() const {
  uint64_t smallest = UINT64_MAX;
  for (const auto& member : members_) {
    if (member != nullptr) smallest = std::min(smallest, member->size_bytes());
  }
  return smallest;
}

uint64_t CompositeVolume::MemberScratchBytes(uint64_t length) const {
  uint64_t most = 0;
  for (const auto& member : members_) {
    if (member != nullptr) most = std::max(most, member->ScratchBytes(length));
  }
  return most;
}

StagesAfter CompositeVolume::MapToAll(const Piece& piece, uint32_t stage, MappedIo* mapped) {
  StagesAfter next = StagesAfter::Of(stage);
  for (const auto& member : members_) {
    if (member != nullptr) next.Include(member->Map(piece, stage, mapped));
  }
  return next;
}

}  // namespace ioreel
