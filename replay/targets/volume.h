#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "replay/target.h"

namespace ioreel {

/// Part of a request, as a volume takes it: without preflush, its data at most kMaxBufferBytes.
struct Piece {
  uint64_t offset = 0;
  uint64_t length = 0;
  MemoryPlace memory = {};  ///< of its data; as long as the piece
  Op op = Op::kRead;
  bool fua = false;
  bool background = false;
  bool uncached = false;  ///< not through caches: what they hold stays as it is, and wrong
  bool changes = false;   ///< what is read: its memory, from the stage on in which it is there

  /// `bytes` of it from `begin` on, which lie at `place` of a member.
  Piece Cut(uint64_t begin, uint64_t bytes, uint64_t place) const {
    Piece cut = *this;
    cut.offset = place;
    cut.length = bytes;
    cut.memory = memory + begin;
    return cut;
  }
};

/// How far a request has got by which stages, with what was mapped of it.
struct StagesAfter {
  uint32_t ready = 0;  ///< all but what is in the background is done; memory holds what was read
  uint32_t over = 0;   ///< all is done; not before `ready`

  static StagesAfter Of(uint32_t stage) { return {stage, stage}; }
  void Include(const StagesAfter& other) {
    ready = std::max(ready, other.ready);
    over = std::max(over, other.over);
  }
};

/// A node of a target's tree: a device, or an array or cache of other volumes.
class Volume {
 public:
  virtual ~Volume() = default;

  virtual uint64_t size_bytes() const = 0;
  virtual bool TakesRangeOps() const = 0;
  virtual uint64_t ScratchBytes(uint64_t length) const = 0;

  /// Appends what `piece` becomes to `mapped`, from `stage` on, in any order of stages. What is
  /// written in the background after the piece is ready is taken from the piece's memory only where
  /// that does not change.
  virtual StagesAfter Map(const Piece& piece, uint32_t stage, MappedIo* mapped) = 0;

  /// Between these, each uncached piece is one that reads and writes will touch, for FrontBytes;
  /// what it becomes is not done.
  virtual void BeginTouching() = 0;
  virtual void EndTouching() = 0;
  /// What the caches in it use of their fast members at most, one behind the other: how much that
  /// is, and Map of it, for `piece` that has data.
  virtual uint64_t FrontBytes() const = 0;
  virtual StagesAfter MapFront(const Piece& piece, uint32_t stage, MappedIo* mapped) = 0;

  virtual bool MapWriteBack(MappedIo* mapped) = 0;  ///< appends; as Target's
  virtual void Reset() = 0;
  virtual void AppendCaches(std::vector<CacheResult>* caches) const = 0;
};

/// A volume made of others; what all such have in common.
class CompositeVolume : public Volume {
 public:
  using Members = std::vector<std::unique_ptr<Volume>>;

  bool TakesRangeOps() const override;
  void BeginTouching() override;
  void EndTouching() override;
  uint64_t FrontBytes() const override;
  StagesAfter MapFront(const Piece& piece, uint32_t stage, MappedIo* mapped) override;
  bool MapWriteBack(MappedIo* mapped) override;
  void Reset() override;
  void AppendCaches(std::vector<CacheResult>* caches) const override;

 protected:
  /// Members that are null are missing.
  explicit CompositeVolume(Members members) : members_(std::move(members)) {}

  size_t size() const { return members_.size(); }
  bool IsMissing(size_t member) const { return members_[member] == nullptr; }
  Volume* member(size_t i) const { return members_[i].get(); }

  uint64_t SmallestMember() const;
  /// The most that one member needs for `length` bytes.
  uint64_t MemberScratchBytes(uint64_t length) const;
  /// Gives the piece to every member.
  StagesAfter MapToAll(const Piece& piece, uint32_t stage, MappedIo* mapped);

 private:
  Members members_;
};

/// The target whose tree this is.
std::unique_ptr<Target> MakeVolumeTarget(std::unique_ptr<Volume> root);

}  // namespace ioreel
