#include "replay/plan/request_map.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/check.h"

namespace ioreel {
namespace {

void Count(const Io& io, Substitution* sum) {
  ++sum->count;
  sum->bytes += io.length;
}

}  // namespace

RequestMap::RequestMap(Placement placement, const std::vector<Preflight>& preflights, int tiles)
    : placement_(std::move(placement)),
      tiles_(static_cast<uint64_t>(tiles)),
      scaled_{.what = "offsets scaled (--lba-scale)"},
      displaced_{.what = "left out: outside its device", .comparable = false} {
  for (const Preflight& preflight : preflights) {
    volumes_.push_back({Remap(preflight.rules), preflight.pretend_ops, {}});
    for (const auto& [op, pretence] : preflight.pretences) {
      volumes_.back().pretended[op].pretence = pretence;
    }
  }
}

bool RequestMap::Apply(const Io& io, BlockIo* request) {
  *request = {.offset = io.offset, .length = io.length, .op = io.op, .flags = io.flags};
  const auto place = placement_.Find(io);
  if (!place) return Count(io, &displaced_), false;
  Volume& volume = volumes_[place->volume];
  request->volume = place->volume;
  if (volume.pretend_ops >> static_cast<unsigned>(io.op) & 1) {
    Pretended& pretended = volume.pretended[io.op];
    ++pretended.ios;
    pretended.bytes += io.length;
    return false;
  }
  if (!HasRange(io.op)) return volume.remap.Apply(request);
  request->offset = place->offset;
  if (!volume.remap.Apply(request)) return request->offset = io.offset, false;
  if (placement_.scales()) Count(io, &scaled_);
  return true;
}

void RequestMap::PretendAll(uint16_t volume, const Demand& demand) {
  for (auto& [op, pretended] : volumes_[volume].pretended) {
    pretended.ios += demand.of(op).count;
    pretended.bytes += demand.of(op).bytes;
  }
}

std::vector<Substitution> RequestMap::changes() const {
  std::vector<Substitution> changes;
  const auto add = [&](const Substitution& sum) {
    if (sum.count > 0) MergeChanges({sum}, &changes);
  };
  add(scaled_);
  add(displaced_);
  for (const Volume& volume : volumes_) {
    MergeChanges(volume.remap.changes(), &changes);
    for (const auto& [op, pretended] : volume.pretended) {
      add({.what = absl::StrCat(OpName(op), " ", pretended.pretence.why),
           .count = pretended.ios,
           .bytes = pretended.bytes,
           .comparable = pretended.pretence.comparable});
    }
  }
  for (Substitution& change : changes) {
    change.count *= tiles_;
    change.bytes *= tiles_;
  }
  return changes;
}

void MergeChanges(const std::vector<Substitution>& more, std::vector<Substitution>* changes) {
  for (const Substitution& change : more) {
    const auto same = std::find_if(changes->begin(), changes->end(), [&](const Substitution& one) {
      return one.what == change.what && one.comparable == change.comparable;
    });
    if (same == changes->end()) {
      changes->push_back(change);
    } else {
      same->count += change.count;
      same->bytes += change.bytes;
    }
  }
}

}  // namespace ioreel
