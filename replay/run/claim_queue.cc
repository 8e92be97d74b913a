#include "replay/run/claim_queue.h"

#include <algorithm>

namespace ioreel {
namespace {

bool Meet(const Claim& a, const Claim& b) {
  return a.scope == b.scope && (a.exclusive || b.exclusive) && a.begin < b.end && b.begin < a.end;
}

}  // namespace

size_t ClaimQueue::Census::Place(uint32_t scope, uint64_t key) {
  return ((key + scope) * 0x9e3779b97f4a7c15) >> 52;  // kCounts = 2^12
}

void ClaimQueue::Census::Change(const Claim& claim, int by) {
  all_ += static_cast<uint32_t>(by);
  if (IsWide(claim)) {
    wide_ += static_cast<uint32_t>(by);
    return;
  }
  for (uint64_t key = claim.begin; key < claim.end; ++key) {
    counts_[Place(claim.scope, key)] += static_cast<uint32_t>(by);
  }
}

bool ClaimQueue::Census::MayMeet(const Claim& claim) const {
  if (wide_ > 0 || IsWide(claim)) return all_ > 0;
  for (uint64_t key = claim.begin; key < claim.end; ++key) {
    if (counts_[Place(claim.scope, key)] > 0) return true;
  }
  return false;
}

uint32_t ClaimQueue::Meetings(absl::Span<const Claim> a, absl::Span<const Claim> b) {
  uint32_t meetings = 0;
  for (const Claim& claim : a) {
    meetings += static_cast<uint32_t>(std::count_if(
        b.begin(), b.end(), [&claim](const Claim& other) { return Meet(claim, other); }));
  }
  return meetings;
}

bool ClaimQueue::Enter(uint32_t request, absl::Span<const Claim> claims) {
  Entry& entry = entries_[request];
  entry = {claims};
  if (claims.empty()) return true;
  const bool may_wait = std::any_of(claims.begin(), claims.end(),
                                    [this](const Claim& claim) { return census_.MayMeet(claim); });
  if (may_wait) {
    for (const uint32_t earlier : active_) {
      entry.waits_for += Meetings(entries_[earlier].claims, claims);
    }
  }
  for (const Claim& claim : claims) census_.Add(claim);
  entry.place = static_cast<uint32_t>(active_.size());
  active_.push_back(request);
  return entry.waits_for == 0;
}

void ClaimQueue::Leave(uint32_t request, std::vector<uint32_t>* freed) {
  const Entry& entry = entries_[request];
  if (entry.claims.empty()) return;
  for (const Claim& claim : entry.claims) census_.Remove(claim);
  active_[entry.place] = active_.back();
  entries_[active_.back()].place = entry.place;
  active_.pop_back();
  const bool may_free = std::any_of(entry.claims.begin(), entry.claims.end(),
                                    [this](const Claim& c) { return census_.MayMeet(c); });
  if (!may_free) return;
  for (const uint32_t later : active_) {  // an earlier one that meets it would have to be gone
    const uint32_t meetings = Meetings(entry.claims, entries_[later].claims);
    if (meetings == 0) continue;
    entries_[later].waits_for -= meetings;
    if (entries_[later].waits_for == 0) freed->push_back(later);
  }
}

}  // namespace ioreel
