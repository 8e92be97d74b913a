#pragma once

#include <array>
#include <cstddef>
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
  explicit ClaimQueue(int requests) : entries_(static_cast<size_t>(requests)) {}

  /// True when the request may begin; else Leave() will name it. `claims` are borrowed until it
  /// leaves.
  bool Enter(uint32_t request, absl::Span<const Claim> claims);

  /// The request, which had begun, is over: appends those that need wait no longer to `freed`.
  void Leave(uint32_t request, std::vector<uint32_t>* freed);

 private:
  struct Entry {
    absl::Span<const Claim> claims;
    uint32_t place = 0;  ///< in active_
    uint32_t waits_for =
        0;  ///< pairs of a claim of an earlier request and one of its own that meet
  };

  /// Counts who claims what, roughly: where only this request's own claims are counted nobody
  /// else's can meet them, and nobody has to be looked through.
  class Census {
   public:
    void Add(const Claim& claim) { Change(claim, 1); }
    void Remove(const Claim& claim) { Change(claim, -1); }
    bool MayMeet(const Claim& claim) const;

   private:
    static constexpr size_t kCounts = 4096;
    static constexpr uint64_t kWide = 32;  ///< claims of more are only counted as a whole

    static bool IsWide(const Claim& claim) { return claim.end - claim.begin > kWide; }
    static size_t Place(uint32_t scope, uint64_t key);
    void Change(const Claim& claim, int by);

    std::array<uint32_t, kCounts> counts_ = {};
    uint32_t wide_ = 0, all_ = 0;
  };

  static uint32_t Meetings(absl::Span<const Claim> a, absl::Span<const Claim> b);

  std::vector<Entry> entries_;    ///< by request
  std::vector<uint32_t> active_;  ///< requests that came with claims and did not leave
  Census census_;
};

}  // namespace ioreel
