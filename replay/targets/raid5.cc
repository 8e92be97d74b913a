#include <algorithm>
#include <array>
#include <vector>

#include "base/status_macros.h"
#include "replay/targets/chunk_option.h"
#include "replay/targets/kinds.h"
#include "replay/targets/raid5_layout.h"
#include "replay/targets/raid5_scratch.h"
#include "replay/targets/spec_options.h"
#include "replay/targets/stage_ledger.h"

namespace ioreel {
namespace {

using Band = StripeRange::Band;

/// How a band's parity is made.
enum class ParityWay {
  kNone,         ///< its member is missing
  kModify,       ///< old parity, without the old data, with the new
  kReconstruct,  ///< of the new data and what the band does not write
};

class Raid5Volume : public CompositeVolume {
 public:
  Raid5Volume(Members members, uint64_t chunk, uint32_t scope)
      : CompositeVolume(std::move(members)),
        layout_{chunk, size()},
        scratch_(layout_, IsDegraded()),
        scope_(scope) {}

  uint64_t size_bytes() const override {
    return SmallestMember() / layout_.chunk * layout_.stripe_bytes();
  }
  /// As md: what a member holds after a discard is not known, so that parity would not fit it.
  bool TakesRangeOps() const override { return false; }

  uint64_t ScratchBytes(uint64_t length) const override {
    return scratch_.Most(length) +
           scratch_.MemberIos(length) * MemberScratchBytes(std::min(length, layout_.chunk));
  }

  StagesAfter Map(const Piece& piece, uint32_t stage, MappedIo* mapped) override {
    if (!HasRange(piece.op)) return MapToAll(piece, stage, mapped);
    ledger_.Begin(mapped->serial);
    const bool read = piece.op == Op::kRead;
    const uint64_t unit = read ? layout_.chunk : layout_.stripe_bytes();
    StagesAfter next = StagesAfter::Of(stage);
    for (uint64_t done = 0; done < piece.length;) {
      const uint64_t at = piece.offset + done;
      const Piece cut = piece.Cut(done, std::min(piece.length - done, unit - at % unit), at);
      next.Include(read ? ReadChunk(cut, stage, mapped) : WriteStripe(cut, stage, mapped));
      done += cut.length;
    }
    return next;
  }

 private:
  bool IsDegraded() const {
    for (size_t i = 0; i < size(); ++i) {
      if (IsMissing(i)) return true;
    }
    return false;
  }

  StagesAfter ReadChunk(const Piece& piece, uint32_t stage, MappedIo* mapped) {
    const uint64_t stripe = piece.offset / layout_.stripe_bytes();
    const size_t i = piece.offset % layout_.stripe_bytes() / layout_.chunk;
    const size_t from = layout_.DataMember(stripe, i);
    const uint64_t offset = stripe * layout_.chunk + piece.offset % layout_.chunk;
    const Piece cut = piece.Cut(0, piece.length, offset);
    if (!IsMissing(from)) return member(from)->Map(cut, stage, mapped);
    ClaimStripe(stripe, /*exclusive=*/false, mapped);
    const StagesAfter next = Rebuild(cut, from, ledger_.StageFor(stripe, stage), mapped);
    ledger_.Touch(stripe, next.over);
    return next;
  }

  /// What a member that is missing would hold: the XOR of all others at the same place.
  StagesAfter Rebuild(const Piece& piece, size_t missing, uint32_t stage, MappedIo* mapped) {
    const MemoryPlace others = mapped->TakeScratch((size() - 2) * piece.length);
    StagesAfter next = StagesAfter::Of(stage);
    for (size_t i = 0, n = 0; i < size(); ++i) {
      if (i == missing) continue;
      Piece cut = piece;
      if (n > 0) cut.memory = others + (n - 1) * piece.length;
      cut.changes = n == 0;
      next.Include(member(i)->Map(cut, stage, mapped));
      ++n;
    }
    for (size_t n = 0; n + 2 < size(); ++n) {
      Xor(next.ready, piece.memory, others + n * piece.length, piece.length, mapped);
    }
    return next;
  }

  /// `piece` lies within one stripe.
  StagesAfter WriteStripe(const Piece& piece, uint32_t stage, MappedIo* mapped) {
    const uint64_t stripe = piece.offset / layout_.stripe_bytes();
    const uint64_t from = piece.offset % layout_.stripe_bytes();
    const StripeWrite write = {piece, stripe, from,
                               StripeRange::Of(layout_.chunk, from, from + piece.length)};
    ClaimStripe(stripe, /*exclusive=*/true, mapped);
    stage = ledger_.StageFor(stripe, stage);
    std::array<BandParity, StripeRange::kBands> parities;
    StagesAfter next = StagesAfter::Of(stage);
    for (size_t n = 0; n < parities.size(); ++n) {
      parities[n] = PrepareParity(write, write.range.BandAt(n), stage, mapped);
      next.Include(parities[n].read_after);
    }
    const uint32_t ready = next.ready;
    for (const BandParity& parity : parities) {
      next.Include(WriteParity(write, parity, ready, mapped));
    }
    for (size_t i = write.range.first; i <= write.range.last; ++i) {
      const size_t to = layout_.DataMember(stripe, i);
      if (IsMissing(to)) continue;
      const uint64_t row = write.range.RowsBegin(i);
      const Piece cut = piece.Cut(i * layout_.chunk + row - from, write.range.RowsEnd(i) - row,
                                  stripe * layout_.chunk + row);
      next.Include(member(to)->Map(cut, ready, mapped));
    }
    ledger_.Touch(stripe, next.over);
    return next;
  }

  struct StripeWrite {
    const Piece& piece;
    uint64_t stripe;
    uint64_t from;  ///< where the piece begins in the stripe's data
    StripeRange range;
  };
  struct BandParity {
    Band band;
    ParityWay way = ParityWay::kNone;
    MemoryPlace parity = {};  ///< old, where it is modified
    MemoryPlace read = {};    ///< data that was read, one chunk's rows behind the other
    StagesAfter read_after;   ///< from `ready` on all this is there
  };

  /// As md: whichever reads less; the second where both read the same.
  ParityWay ChooseWay(const StripeWrite& write, const Band& band) const {
    if (band.empty() || IsMissing(layout_.ParityMember(write.stripe))) return ParityWay::kNone;
    const size_t data = layout_.data_members(), written = band.chunks();
    for (size_t i = 0; i < data; ++i) {
      if (!IsMissing(layout_.DataMember(write.stripe, i))) continue;
      return band.Has(i) ? ParityWay::kReconstruct : ParityWay::kModify;
    }
    return layout_.ReadsLessToModify(written) ? ParityWay::kModify : ParityWay::kReconstruct;
  }

  /// Reads what the band's parity is made of, besides the new data.
  BandParity PrepareParity(const StripeWrite& write, const Band& band, uint32_t stage,
                           MappedIo* mapped) {
    BandParity parity = {
        .band = band, .way = ChooseWay(write, band), .read_after = StagesAfter::Of(stage)};
    if (parity.way == ParityWay::kNone) return parity;
    const bool modifies = parity.way == ParityWay::kModify;
    const size_t reads = modifies ? band.chunks() : layout_.data_members() - band.chunks();
    parity.parity = mapped->TakeScratch(band.rows());
    parity.read = mapped->TakeScratch(reads * band.rows());
    Piece piece = {.offset = write.stripe * layout_.chunk + band.begin,
                   .length = band.rows(),
                   .memory = parity.read,
                   .op = Op::kRead,
                   .background = write.piece.background,
                   .uncached = write.piece.uncached};
    for (size_t i = 0; i < layout_.data_members(); ++i) {
      if (band.Has(i) != modifies) continue;
      Volume* const from = member(layout_.DataMember(write.stripe, i));
      parity.read_after.Include(from->Map(piece, stage, mapped));
      piece.memory = piece.memory + band.rows();
    }
    if (modifies) {
      piece.memory = parity.parity;
      piece.changes = true;
      Volume* const from = member(layout_.ParityMember(write.stripe));
      parity.read_after.Include(from->Map(piece, stage, mapped));
    }
    return parity;
  }

  /// Makes the new parity in memory, and writes it, at `stage`.
  StagesAfter WriteParity(const StripeWrite& write, const BandParity& parity, uint32_t stage,
                          MappedIo* mapped) {
    if (parity.way == ParityWay::kNone) return StagesAfter::Of(stage);
    const Band& band = parity.band;
    const bool modifies = parity.way == ParityWay::kModify;
    bool begun = modifies;
    const auto take_in = [&](MemoryPlace from) {
      mapped->steps.push_back({.kind = begun ? MemoryStep::Kind::kXor : MemoryStep::Kind::kCopy,
                               .stage = stage,
                               .to = parity.parity,
                               .from = from,
                               .length = band.rows()});
      begun = true;
    };
    const size_t reads = modifies ? band.chunks() : layout_.data_members() - band.chunks();
    for (size_t n = 0; n < reads; ++n) take_in(parity.read + n * band.rows());
    for (size_t i = band.first; i <= band.last; ++i) {
      take_in(write.piece.memory + (i * layout_.chunk + band.begin - write.from));
    }
    Piece piece = write.piece;
    piece.offset = write.stripe * layout_.chunk + band.begin;
    piece.length = band.rows();
    piece.memory = parity.parity;
    return member(layout_.ParityMember(write.stripe))->Map(piece, stage, mapped);
  }

  static void Xor(uint32_t stage, MemoryPlace to, MemoryPlace from, uint64_t length,
                  MappedIo* mapped) {
    mapped->steps.push_back(
        {.kind = MemoryStep::Kind::kXor, .stage = stage, .to = to, .from = from, .length = length});
  }

  /// A request that goes over stripes one after the other has one claim for all.
  void ClaimStripe(uint64_t stripe, bool exclusive, MappedIo* mapped) const {
    if (!mapped->claims.empty()) {
      Claim& last = mapped->claims.back();
      if (last.scope == scope_ && last.exclusive == exclusive && last.end == stripe) {
        last.end = stripe + 1;
        return;
      }
    }
    mapped->claims.push_back(
        {.scope = scope_, .begin = stripe, .end = stripe + 1, .exclusive = exclusive});
  }

  const Raid5Layout layout_;
  const Raid5Scratch scratch_;
  const uint32_t scope_;
  StageLedger ledger_;  ///< by stripe
};

class Raid5Kind : public TargetKind {
 public:
  absl::string_view name() const override { return "raid5"; }
  absl::string_view usage() const override { return "raid5([chunk=SIZE,]A,B,C,…)"; }
  absl::string_view description() const override {
    return "chunks and their parity go round the members, as md lays them out (left-symmetric); "
           "chunk=512k by default";
  }

  absl::Status Check(absl::string_view text, TargetSpec* spec) const override {
    const SpecOptions options(text, *spec);
    IOREEL_RETURN_IF_ERROR(options.CheckKnown({"chunk"}));
    IOREEL_RETURN_IF_ERROR(options.CheckMembers(3));
    return ReadChunk(options).status();
  }
  absl::StatusOr<std::unique_ptr<Volume>> Build(Parts parts) const override {
    IOREEL_ASSIGN_OR_RETURN(const uint64_t chunk, ChunkThatFits(parts));
    return std::make_unique<Raid5Volume>(std::move(parts.members), chunk, parts.scope);
  }
};

}  // namespace

const TargetKind* Raid5TargetKind() {
  static const Raid5Kind kind;
  return &kind;
}

}  // namespace ioreel
