#pragma once

#include <cstdint>
#include <vector>

#include "absl/types/span.h"
#include "replay/target.h"

namespace ioreel {

/// Lets requests whose claims meet go one after the other, in the order in which they came. One
/// thread; no allocation a request once the vectors have grown.
class ClaimQueue {
 public:
  /// Requests are numbered below `requests`.
  explicit ClaimQueue(int requests) : waits_for_(static_cast<size_t>(requests)) {}

  /// True when the request may begin; else Leave() will name it.
  bool Enter(uint32_t request, absl::Span<const Claim> claims);

  /// The request, which had begun, is over: appends those that need wait no longer to `freed`.
  void Leave(uint32_t request, std::vector<uint32_t>* freed);

 private:
  struct Held {
    Claim claim;
    uint32_t request;
  };
  std::vector<Held> held_;           ///< by all that came and did not leave, in order
  std::vector<uint32_t> waits_for_;  ///< by request: pairs of an earlier claim and one of its own
};

}  // namespace ioreel
