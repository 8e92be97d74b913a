#include "replay/targets/cache_volume.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/range_set.h"
#include "replay/targets/stage_ledger.h"

namespace ioreel {
namespace {

/// A fast member that holds blocks of a slow one.
class CacheVolume : public CompositeVolume {
 public:
  CacheVolume(Members members, const CacheOptions& options, uint32_t scope)
      : CompositeVolume(std::move(members)),
        block_(options.block_bytes),
        mode_(options.mode),
        scope_(scope),
        whole_blocks_(slow()->size_bytes() / block_),
        index_(options.blocks, options.policy) {
    Reset();
  }

  uint64_t size_bytes() const override { return slow()->size_bytes(); }
  bool TakesRangeOps() const override { return slow()->TakesRangeOps(); }

  /// Each block that is touched may have to be filled, and another to be written back.
  uint64_t ScratchBytes(uint64_t length) const override {
    const uint64_t touched = length / block_ + 2;
    return touched * (2 * block_ + 4 * MemberScratchBytes(block_));
  }

  StagesAfter Map(const Piece& piece, uint32_t stage, MappedIo* mapped) override {
    if (!HasRange(piece.op)) return MapToAll(piece, stage, mapped);
    if (piece.length == 0) return StagesAfter::Of(stage);
    if (piece.uncached) return slow()->Map(touching_ ? Touch(piece) : piece, stage, mapped);
    Begin(mapped);
    Claim(piece.offset / block_, (piece.offset + piece.length - 1) / block_ + 1,
          piece.op != Op::kRead);
    if (!HasPayload(piece.op)) return MapWithoutData(piece, stage);
    StagesAfter next = StagesAfter::Of(stage);
    for (uint64_t done = 0; done < piece.length;) {
      const uint64_t at = piece.offset + done;
      const Piece cut = piece.Cut(done, std::min(piece.length - done, block_ - at % block_), at);
      next.Include(MapInBlock(cut, stage));
      done += cut.length;
    }
    return next;
  }

  void BeginTouching() override {
    touching_ = true;
    touched_ = RangeSet();
    CompositeVolume::BeginTouching();
  }

  /// A slot that was never used is taken only where all before it are in use, so that there are no
  /// more than blocks that are touched.
  void EndTouching() override {
    touching_ = false;
    most_slots_ = std::min<uint64_t>({index_.slots(), whole_blocks_, touched_.bytes() / block_});
    MappedIo unused;
    for (uint64_t slot = 0; slot < most_slots_; ++slot) {
      Piece whole = Whole(slot, Op::kWrite, {}, /*background=*/false);
      whole.uncached = true;
      unused.Clear();
      fast()->Map(whole, 0, &unused);
    }
    CompositeVolume::EndTouching();
  }
  uint64_t FrontBytes() const override { return OwnFront() + CompositeVolume::FrontBytes(); }

  /// Its own slots, and behind them what is below.
  StagesAfter MapFront(const Piece& piece, uint32_t stage, MappedIo* mapped) override {
    const uint64_t own =
        piece.offset < OwnFront() ? std::min(piece.length, OwnFront() - piece.offset) : 0;
    StagesAfter next = StagesAfter::Of(stage);
    if (own > 0) next = fast()->Map(piece.Cut(0, own, piece.offset), stage, mapped);
    if (own == piece.length) return next;
    const Piece below = piece.Cut(own, piece.length - own, piece.offset + own - OwnFront());
    next.Include(CompositeVolume::MapFront(below, stage, mapped));
    return next;
  }

  bool MapWriteBack(MappedIo* mapped) override {
    if (index_.LowestDirty() == CacheIndex::kNoSlot) return CompositeVolume::MapWriteBack(mapped);
    Begin(mapped);
    const uint64_t block = index_.block(index_.LowestDirty());
    Claim(block, block + 1, /*exclusive=*/true);
    WriteBack(index_.LowestDirty(), 0, /*background=*/false);
    return true;
  }

  void Reset() override {
    CompositeVolume::Reset();
    index_.Clear();
    counts_ = {.block_bytes = block_, .blocks = index_.slots()};
  }

  void AppendCaches(std::vector<CacheResult>* caches) const override {
    CacheResult result = counts_;
    const uint64_t reads = result.read_hits + result.read_misses;
    result.read_hit_ratio =
        reads == 0 ? std::nan("")
                   : static_cast<double>(result.read_hits) / static_cast<double>(reads);
    result.dirty = index_.dirty_slots();
    caches->push_back(result);
    CompositeVolume::AppendCaches(caches);
  }

 private:
  /// The blocks that the piece is part of, which may be filled.
  Piece Touch(Piece piece) {
    const uint64_t end = piece.offset + piece.length;
    piece.offset = piece.offset / block_ * block_;
    piece.length = ((end - 1) / block_ + 1) * block_ - piece.offset;
    touched_.Add(piece.offset, piece.length);
    piece.length = std::min(piece.length, size_bytes() - piece.offset);
    return piece;
  }

  Volume* fast() const { return member(0); }
  Volume* slow() const { return member(1); }
  uint64_t OwnFront() const { return most_slots_ * block_; }

  void Begin(MappedIo* mapped) {
    mapped_ = mapped;
    ledger_.Begin(mapped->serial);
  }

  void Claim(uint64_t begin, uint64_t end, bool exclusive) {
    claim_ = mapped_->claims.size();
    mapped_->claims.push_back({scope_, begin, end, exclusive});
  }
  /// Besides the blocks of the request itself; these are no longer only read.
  void ClaimOther(uint64_t block) {
    mapped_->claims[claim_].exclusive = true;
    mapped_->claims.push_back({scope_, block, block + 1, /*exclusive=*/true});
  }

  StagesAfter MapInBlock(const Piece& piece, uint32_t stage) {
    const uint64_t block = piece.offset / block_;
    if (block >= whole_blocks_) return slow()->Map(piece, stage, mapped_);
    stage = ledger_.StageFor(block, stage);
    const uint32_t slot = index_.Use(block);
    const StagesAfter next =
        piece.op == Op::kRead ? Read(piece, slot, stage) : Write(piece, slot, stage);
    ledger_.Touch(block, next.over);
    return next;
  }

  StagesAfter Read(const Piece& piece, uint32_t slot, uint32_t stage) {
    const bool hit = slot != CacheIndex::kNoSlot;
    ++(hit ? counts_.read_hits : counts_.read_misses);
    return hit ? fast()->Map(InSlot(piece, slot), stage, mapped_) : ReadMiss(piece, stage);
  }

  Piece InSlot(const Piece& piece, uint32_t slot) const {
    return piece.Cut(0, piece.length, slot * block_ + piece.offset % block_);
  }
  /// A slot of the fast member, or a block of the slow one.
  Piece Whole(uint64_t number, Op op, MemoryPlace memory, bool background) const {
    return {.offset = number * block_,
            .length = block_,
            .memory = memory,
            .op = op,
            .background = background};
  }

  /// A slot for a block that is to be taken in, and the stage in which it may be written to.
  struct Room {
    uint32_t slot = CacheIndex::kNoSlot;
    uint32_t stage = 0;
  };

  /// Lets go of a block of a slot if there is no empty one. No slot when the policy does not want
  /// the block, or what would have to go is part of the same request.
  Room MakeRoom(uint64_t block, uint32_t stage) {
    if (!index_.Wants(block)) return {};
    if (index_.Empty() == CacheIndex::kNoSlot) {
      uint32_t victim = index_.LowestClean();
      if (victim == CacheIndex::kNoSlot) victim = index_.LowestDirty();
      if (ledger_.Has(index_.block(victim))) return {};
      if (index_.dirty(victim)) WriteBack(victim, stage, /*background=*/true);
      index_.Drop(victim);
      ++counts_.evicted;
    }
    const Room room = {index_.Empty(), ledger_.StageFor(index_.block(index_.Empty()), stage)};
    // Others may still be using what the slot held.
    if (index_.block(room.slot) != CacheIndex::kNoBlock) ClaimOther(index_.block(room.slot));
    mapped_->claims[claim_].exclusive = true;
    index_.Put(block);
    ++counts_.promoted;
    return room;
  }

  /// Ready once the block is read; that it is taken in is in the background.
  StagesAfter ReadMiss(const Piece& piece, uint32_t stage) {
    const uint64_t block = piece.offset / block_;
    const Room room = MakeRoom(block, stage);
    if (room.slot == CacheIndex::kNoSlot) return slow()->Map(piece, stage, mapped_);
    const bool in_place = piece.length == block_ && !piece.changes;
    const MemoryPlace place = in_place ? piece.memory : mapped_->TakeScratch(block_);
    StagesAfter next =
        slow()->Map(Whole(block, Op::kRead, place, piece.background), stage, mapped_);
    if (!in_place) Copy(next.ready, piece.memory, place + piece.offset % block_, piece.length);
    const StagesAfter filled = fast()->Map(Whole(room.slot, Op::kWrite, place, /*background=*/true),
                                           std::max(next.ready, room.stage), mapped_);
    next.over = std::max(next.over, filled.over);
    return next;
  }

  StagesAfter Write(const Piece& piece, uint32_t slot, uint32_t stage) {
    ++(slot != CacheIndex::kNoSlot ? counts_.write_hits : counts_.write_misses);
    switch (mode_) {
      case CacheMode::kRead:
        if (slot != CacheIndex::kNoSlot) index_.Drop(slot);
        return slow()->Map(piece, stage, mapped_);
      case CacheMode::kWriteThrough: {
        StagesAfter next = slow()->Map(piece, stage, mapped_);
        next.Include(WriteCopy(piece, slot, stage));
        return next;
      }
      case CacheMode::kWriteBack:
        break;
    }
    const uint64_t written_back = counts_.written_back;
    StagesAfter next = slot != CacheIndex::kNoSlot
                           ? fast()->Map(InSlot(piece, slot), stage, mapped_)
                           : WriteMiss(piece, stage);
    const uint32_t now_in = index_.Find(piece.offset / block_);
    if (now_in != CacheIndex::kNoSlot) index_.MakeDirty(now_in);
    ledger_.Touch(piece.offset / block_, next.over);
    if (counts_.written_back == written_back) {
      next.over = std::max(next.over, KeepHalfClean(stage));
    }
    return next;
  }

  /// Writing through: a block that is there, or written as a whole, is written to the cache, too.
  StagesAfter WriteCopy(const Piece& piece, uint32_t slot, uint32_t stage) {
    if (slot == CacheIndex::kNoSlot && piece.length == block_) {
      const Room room = MakeRoom(piece.offset / block_, stage);
      slot = room.slot;
      stage = std::max(stage, room.stage);
    }
    if (slot == CacheIndex::kNoSlot) return StagesAfter::Of(stage);
    return fast()->Map(InSlot(piece, slot), stage, mapped_);
  }

  /// Writing back: what the write leaves of the block is read first, as dm-cache does.
  StagesAfter WriteMiss(const Piece& piece, uint32_t stage) {
    const uint64_t block = piece.offset / block_;
    const Room room = MakeRoom(block, stage);
    if (room.slot == CacheIndex::kNoSlot) return slow()->Map(piece, stage, mapped_);
    Piece whole = InSlot(piece, room.slot);
    StagesAfter next = StagesAfter::Of(std::max(stage, room.stage));
    if (piece.length < block_) {
      const MemoryPlace fill = mapped_->TakeScratch(block_);
      Piece rest = Whole(block, Op::kRead, fill, piece.background);
      rest.changes = true;
      next.Include(slow()->Map(rest, stage, mapped_));
      Copy(next.ready, fill + piece.offset % block_, piece.memory, piece.length);
      whole = Whole(room.slot, Op::kWrite, fill, piece.background);
      whole.fua = piece.fua;
    }
    next.Include(fast()->Map(whole, next.ready, mapped_));
    return next;
  }

  /// So that there is room without waiting, as dm-writecache's high watermark of 50 % makes it.
  /// Returns the stage by which this is done.
  uint32_t KeepHalfClean(uint32_t stage) {
    const uint32_t slot = index_.LowestDirty();
    if (2 * index_.dirty_slots() <= index_.slots()) return stage;
    const uint64_t block = index_.block(slot);
    if (ledger_.Has(block)) return stage;
    ClaimOther(block);
    WriteBack(slot, stage, /*background=*/true);
    return ledger_.StageFor(block, stage);
  }

  /// REQUIRES: the block is claimed, or will be.
  void WriteBack(uint32_t slot, uint32_t stage, bool background) {
    const uint64_t block = index_.block(slot);
    const MemoryPlace place = mapped_->TakeScratch(block_);
    StagesAfter next = fast()->Map(Whole(slot, Op::kRead, place, background),
                                   ledger_.StageFor(block, stage), mapped_);
    next.Include(slow()->Map(Whole(block, Op::kWrite, place, background), next.ready, mapped_));
    ledger_.Touch(block, next.over);
    index_.WrittenBack(slot);
    ++counts_.written_back;
  }

  /// What the cache holds of the range goes; of a block that keeps some of its data that data is
  /// written back first.
  StagesAfter MapWithoutData(const Piece& piece, uint32_t stage) {
    const uint64_t end = piece.offset + piece.length;
    const uint64_t first = piece.offset / block_, last = (end - 1) / block_;
    uint32_t ready = stage;
    const auto let_go = [&](uint32_t slot) {
      const uint64_t block = index_.block(slot);
      const bool keeps_some = block * block_ < piece.offset || (block + 1) * block_ > end;
      if (index_.dirty(slot) && keeps_some) WriteBack(slot, stage, piece.background);
      index_.Drop(slot);
      ready = std::max(ready, ledger_.StageFor(block, stage));
    };
    if (last - first >= index_.slots()) {
      for (uint32_t slot = 0; slot < index_.slots(); ++slot) {
        const uint64_t block = index_.block(slot);
        if (block >= first && block <= last && index_.Find(block) == slot) let_go(slot);
      }
    } else {
      for (uint64_t block = first; block <= last; ++block) {
        const uint32_t slot = index_.Find(block);
        if (slot != CacheIndex::kNoSlot) let_go(slot);
      }
    }
    return slow()->Map(piece, ready, mapped_);
  }

  void Copy(uint32_t stage, MemoryPlace to, MemoryPlace from, uint64_t length) {
    mapped_->steps.push_back({.kind = MemoryStep::Kind::kCopy,
                              .stage = stage,
                              .to = to,
                              .from = from,
                              .length = length});
  }

  const uint64_t block_;  ///< bytes
  const CacheMode mode_;
  const uint32_t scope_;
  const uint64_t whole_blocks_;  ///< of the slow member; what is behind them is not cached
  CacheIndex index_;
  bool touching_ = false;
  RangeSet touched_;         ///< whole blocks
  uint64_t most_slots_ = 0;  ///< that are used at most: EndTouching
  CacheResult counts_;

  MappedIo* mapped_ = nullptr;  ///< of the request being mapped, as is what follows
  size_t claim_ = 0;            ///< on the blocks that are asked for
  StageLedger ledger_;          ///< by block
};

}  // namespace

std::unique_ptr<Volume> MakeCacheVolume(std::unique_ptr<Volume> fast, std::unique_ptr<Volume> slow,
                                        const CacheOptions& options, uint32_t scope) {
  CompositeVolume::Members members;
  members.push_back(std::move(fast));
  members.push_back(std::move(slow));
  return std::make_unique<CacheVolume>(std::move(members), options, scope);
}

}  // namespace ioreel
