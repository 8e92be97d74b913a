#include "replay/run/claim_queue.h"

#include <algorithm>

namespace ioreel {
namespace {

bool Meet(const Claim& a, const Claim& b) {
  return a.scope == b.scope && (a.exclusive || b.exclusive) && a.begin < b.end && b.begin < a.end;
}

}  // namespace

bool ClaimQueue::Enter(uint32_t request, absl::Span<const Claim> claims) {
  const size_t earlier = held_.size();
  waits_for_[request] = 0;
  for (const Claim& claim : claims) {
    for (size_t i = 0; i < earlier; ++i) waits_for_[request] += Meet(held_[i].claim, claim);
    held_.push_back({claim, request});
  }
  return waits_for_[request] == 0;
}

void ClaimQueue::Leave(uint32_t request, std::vector<uint32_t>* freed) {
  if (held_.empty()) return;
  const auto is_own = [request](const Held& held) { return held.request == request; };
  for (const Held& own : held_) {
    if (!is_own(own)) continue;
    for (const Held& later : held_) {  // an earlier one that meets it would have to be gone
      if (is_own(later) || !Meet(own.claim, later.claim)) continue;
      if (--waits_for_[later.request] == 0) freed->push_back(later.request);
    }
  }
  held_.erase(std::remove_if(held_.begin(), held_.end(), is_own), held_.end());
}

}  // namespace ioreel
