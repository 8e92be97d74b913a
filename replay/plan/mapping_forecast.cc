#include "replay/plan/mapping_forecast.h"

#include <algorithm>
#include <bit>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/plan/request_map.h"
#include "replay/plan/tiles.h"

namespace ioreel {
namespace {

/// Whether I/Os of this demand may be done otherwise than recorded for where they lie.
bool MayMove(const Preflight& preflight, const Demand& demand) {
  const RemapRules& rules = preflight.rules;
  const bool unaligned = rules.align_bytes > 1 && (!std::has_single_bit(rules.align_bytes) ||
                                                   demand.Unaligned(rules.align_bytes).count > 0);
  const bool folded = rules.fit == Fit::kCompact || Remap::EndBytes(rules) > rules.room_bytes;
  return rules.ops != RemapRules::IdentityOps() || rules.begin_bytes > 0 || unaligned || folded;
}

/// Part of a partition's I/Os may lie before its start.
bool HasStarts(const Placement& placement) {
  const auto& places = placement.places();
  return std::any_of(places.begin(), places.end(),
                     [](const DevicePlace& place) { return place.start_bytes > 0; });
}

/// Adds the ranges of all tiles.
class TiledBatch {
 public:
  TiledBatch(const Preflight& preflight, RangeSet* set)
      : tiles_(static_cast<uint64_t>(preflight.tiles)),
        stride_bytes_(preflight.tile_stride_bytes),
        batch_(set) {}
  void Add(const BlockIo& io) {
    for (uint64_t tile = 0; tile < tiles_; ++tile) {
      batch_.Add(io.offset + tile * stride_bytes_, io.length);
    }
  }
  void Flush() { batch_.Flush(); }

 private:
  const uint64_t tiles_, stride_bytes_;
  RangeBatch batch_;
};

/// Which requests the target will cut, of all tiles, if they come in this order. Leaves the target
/// as it was made.
class CutForecast {
 public:
  CutForecast(const std::vector<Preflight>& preflights, Target* target)
      : preflights_(preflights), target_(target) {}
  ~CutForecast() {
    while (target_->MapWriteBack(&mapped_)) continue;
    target_->Reset();
  }

  void Add(BlockIo request) {
    const Preflight& preflight = preflights_[request.volume];
    for (int tile = 0; tile < preflight.tiles; ++tile) {
      target_->Map(request, &mapped_);
      if (mapped_.cut) count_.Add(request.length);
      if (HasRange(request.op)) request.offset += preflight.tile_stride_bytes;
    }
  }
  const CutCount& count() const { return count_; }

 private:
  const std::vector<Preflight>& preflights_;
  Target* const target_;
  MappedIo mapped_;
  CutCount count_;
};

}  // namespace

absl::StatusOr<TargetRanges> FindTargetRanges(const ReplayTrace& trace, const TraceSurvey& survey,
                                              uint16_t volume, const Preflight& preflight,
                                              const std::atomic<bool>* stop) {
  TargetRanges ranges;
  TiledBatch reads(preflight, &ranges.reads), writes(preflight, &ranges.writes);
  IOREEL_ASSIGN_OR_RETURN(const auto reader, trace.Open(survey.level));
  IoSelector selector(survey.selection);
  Remap remap(preflight.rules);
  IOREEL_RETURN_IF_ERROR(ForEachSelected(reader.get(), &selector, stop, [&](const Io& io) {
    const auto place = survey.layout.placement.Find(io);
    if (!place || place->volume != volume) return;
    if (preflight.pretend_ops >> static_cast<unsigned>(io.op) & 1) return;
    BlockIo mapped = {.offset = place->offset, .length = io.length, .op = io.op, .flags = io.flags};
    if (!remap.Apply(&mapped) || !HasPayload(mapped.op)) return;
    (mapped.op == Op::kRead ? reads : writes).Add(mapped);
  }));
  reads.Flush();
  writes.Flush();
  return ranges;
}

absl::StatusOr<std::vector<Substitution>> FindChanges(const ReplayTrace& trace,
                                                      const TraceSurvey& survey,
                                                      const std::vector<Preflight>& preflights,
                                                      uint64_t split_bytes, Target* target,
                                                      const std::atomic<bool>* stop) {
  const Placement& placement = survey.layout.placement;
  RequestMap map(placement, preflights, preflights.front().tiles);
  bool may_move = placement.scales() || HasStarts(placement) || split_bytes > 0;
  for (size_t i = 0; i < preflights.size(); ++i) {
    may_move |= MayMove(preflights[i], survey.layout.volumes[i].demand);
  }
  if (!may_move) {
    for (size_t i = 0; i < preflights.size(); ++i) {
      map.PretendAll(static_cast<uint16_t>(i), survey.layout.volumes[i].demand);
    }
    return map.changes();
  }
  IOREEL_ASSIGN_OR_RETURN(const auto reader, trace.Open(survey.level));
  IoSelector selector(survey.selection);
  CutForecast cuts(preflights, target);
  BlockIo request;
  IOREEL_RETURN_IF_ERROR(ForEachSelected(reader.get(), &selector, stop, [&](const Io& io) {
    if (map.Apply(io, &request) && split_bytes > 0) cuts.Add(request);
  }));
  std::vector<Substitution> changes = map.changes();
  MergeChanges(CutChanges(cuts.count(), split_bytes), &changes);
  return changes;
}

std::vector<Substitution> CutChanges(const CutCount& cut, uint64_t split_bytes) {
  if (cut.ios == 0) return {};
  return {
      {.what = absl::StrCat("cut into requests of at most ", FormatSize(split_bytes), " (--split)"),
       .count = cut.ios,
       .bytes = cut.bytes}};
}

}  // namespace ioreel
