#include <algorithm>
#include <vector>

#include "base/status_macros.h"
#include "replay/targets/chunk_option.h"
#include "replay/targets/kinds.h"
#include "replay/targets/spec_options.h"

namespace ioreel {
namespace {

/// A stretch of the volume that lies across the same members.
struct Zone {
  uint64_t begin = 0, end = 0;  ///< in the volume
  uint64_t member_begin = 0;    ///< where it begins on each of its members
  std::vector<size_t> members = {};

  uint64_t row_bytes(uint64_t chunk) const { return members.size() * chunk; }
  uint64_t Overlap(uint64_t from, uint64_t to) const {
    return std::min(to, end) > std::max(from, begin) ? std::min(to, end) - std::max(from, begin)
                                                     : 0;
  }
};

/// As md does: the first zone lies across all members, up to the end of the smallest; the next
/// across those that are longer, up to the end of the smallest of them; and so on. Each member
/// counts up to its last whole chunk.
std::vector<Zone> MakeZones(const std::vector<uint64_t>& sizes, uint64_t chunk) {
  std::vector<Zone> zones;
  uint64_t member_begin = 0, begin = 0;
  for (;;) {
    Zone zone = {.begin = begin, .member_begin = member_begin};
    uint64_t member_end = UINT64_MAX;
    for (size_t i = 0; i < sizes.size(); ++i) {
      const uint64_t whole = sizes[i] / chunk * chunk;
      if (whole <= member_begin) continue;
      zone.members.push_back(i);
      member_end = std::min(member_end, whole);
    }
    if (zone.members.empty()) return zones;
    zone.end = begin + (member_end - member_begin) * zone.members.size();
    member_begin = member_end;
    begin = zone.end;
    zones.push_back(std::move(zone));
  }
}

class Raid0Volume : public CompositeVolume {
 public:
  Raid0Volume(Members members, uint64_t chunk)
      : CompositeVolume(std::move(members)), chunk_(chunk) {
    std::vector<uint64_t> sizes;
    for (size_t i = 0; i < size(); ++i) sizes.push_back(member(i)->size_bytes());
    zones_ = MakeZones(sizes, chunk);
  }

  uint64_t size_bytes() const override { return zones_.empty() ? 0 : zones_.back().end; }
  uint64_t ScratchBytes(uint64_t length) const override {
    return std::max<uint64_t>(length / chunk_ + 2, size()) *
           MemberScratchBytes(std::min(length, chunk_));
  }

  StagesAfter Map(const Piece& piece, uint32_t stage, MappedIo* mapped) override {
    if (!HasRange(piece.op)) return MapToAll(piece, stage, mapped);
    StagesAfter next = StagesAfter::Of(stage);
    uint64_t done = 0;
    for (const Zone& zone : zones_) {
      const uint64_t at = piece.offset + done;
      const uint64_t length = zone.Overlap(at, piece.offset + piece.length);
      if (length == 0) continue;
      const Piece cut = piece.Cut(done, length, at - zone.begin);
      next.Include(HasPayload(piece.op) ? MapByChunk(zone, cut, stage, mapped)
                                        : MapByMember(zone, cut, stage, mapped));
      done += length;
    }
    return next;
  }

 private:
  /// The place in its members of the zone's first chunk: md counts chunks from the volume's start
  /// (its "original" layout, mdadm's default), not from the zone's.
  size_t First(const Zone& zone) const { return zone.begin / chunk_ % zone.members.size(); }

  /// `piece` counts from the zone's start, here and below.
  StagesAfter MapByChunk(const Zone& zone, const Piece& piece, uint32_t stage, MappedIo* mapped) {
    const size_t width = zone.members.size();
    StagesAfter next = StagesAfter::Of(stage);
    for (uint64_t done = 0; done < piece.length;) {
      const uint64_t at = piece.offset + done, number = at / chunk_;
      const uint64_t left = width == 1 ? piece.length : chunk_ - at % chunk_;
      const uint64_t length = std::min(left, piece.length - done);
      const size_t i = zone.members[(First(zone) + number) % width];
      const uint64_t offset = zone.member_begin + number / width * chunk_ + at % chunk_;
      next.Include(member(i)->Map(piece.Cut(done, length, offset), stage, mapped));
      done += length;
    }
    return next;
  }

  /// Without data to be cut, what a member gets is one stretch.
  StagesAfter MapByMember(const Zone& zone, const Piece& piece, uint32_t stage, MappedIo* mapped) {
    StagesAfter next = StagesAfter::Of(stage);
    for (size_t p = 0; p < zone.members.size(); ++p) {
      const size_t i = zone.members[(First(zone) + p) % zone.members.size()];
      const uint64_t begin = BytesBefore(zone, p, piece.offset);
      const uint64_t end = BytesBefore(zone, p, piece.offset + piece.length);
      if (begin == end) continue;
      const Piece cut = piece.Cut(0, end - begin, zone.member_begin + begin);
      next.Include(member(i)->Map(cut, stage, mapped));
    }
    return next;
  }

  /// How much of the zone before `at` lies on the `p`th member after its first.
  uint64_t BytesBefore(const Zone& zone, uint64_t p, uint64_t at) const {
    const uint64_t rest = at % zone.row_bytes(chunk_);
    const uint64_t in_row = rest > p * chunk_ ? std::min(rest - p * chunk_, chunk_) : 0;
    return at / zone.row_bytes(chunk_) * chunk_ + in_row;
  }

  const uint64_t chunk_;
  std::vector<Zone> zones_;
};

class Raid0Kind : public TargetKind {
 public:
  absl::string_view name() const override { return "raid0"; }
  absl::string_view usage() const override { return "raid0([chunk=SIZE,]A,B,…)"; }
  absl::string_view description() const override {
    return "chunks go round the members, as md lays them out, also where these differ in size; "
           "chunk=512k by default";
  }

  absl::Status Check(absl::string_view text, TargetSpec* spec) const override {
    const SpecOptions options(text, *spec);
    IOREEL_RETURN_IF_ERROR(options.CheckKnown({"chunk"}));
    IOREEL_RETURN_IF_ERROR(options.CheckMembers(1));
    return ReadChunk(options).status();
  }
  absl::StatusOr<std::unique_ptr<Volume>> Build(Parts parts) const override {
    IOREEL_ASSIGN_OR_RETURN(const uint64_t chunk, ChunkThatFits(parts));
    return std::make_unique<Raid0Volume>(std::move(parts.members), chunk);
  }
};

}  // namespace

const TargetKind* Raid0TargetKind() {
  static const Raid0Kind kind;
  return &kind;
}

}  // namespace ioreel
