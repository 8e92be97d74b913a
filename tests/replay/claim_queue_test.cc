#include "replay/run/claim_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <set>

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Claim Write(uint64_t begin, uint64_t end, uint32_t scope = 0) {
  return {.scope = scope, .begin = begin, .end = end, .exclusive = true};
}
Claim Read(uint64_t begin, uint64_t end) { return {.begin = begin, .end = end}; }

/// A queue, and the claims that it borrows.
class ClaimQueueTest : public ::testing::Test {
 protected:
  bool Enter(uint32_t request, std::vector<Claim> claims) {
    claims_[request] = std::move(claims);
    return queue_.Enter(request, claims_[request]);
  }
  std::vector<uint32_t> Leave(uint32_t request) {
    std::vector<uint32_t> freed;
    queue_.Leave(request, &freed);
    return freed;
  }

  ClaimQueue queue_{512};
  std::map<uint32_t, std::vector<Claim>> claims_;
};

TEST_F(ClaimQueueTest, OnlyWhatMeetsInOneScopeWaits) {
  EXPECT_TRUE(Enter(0, {Write(0, 10)}));
  EXPECT_TRUE(Enter(1, {Write(10, 20)}));
  EXPECT_TRUE(Enter(2, {Write(0, 10, /*scope=*/1)}));
  EXPECT_FALSE(Enter(3, {Write(9, 11)}));
  EXPECT_TRUE(Enter(4, {}));
  EXPECT_THAT(Leave(0), IsEmpty());
  EXPECT_THAT(Leave(1), ElementsAre(3));
}

TEST_F(ClaimQueueTest, ReadersGoTogetherAndWritersInOrder) {
  EXPECT_TRUE(Enter(0, {Read(0, 10)}));
  EXPECT_TRUE(Enter(1, {Read(0, 10)}));
  EXPECT_FALSE(Enter(2, {Write(5, 6)}));
  EXPECT_FALSE(Enter(3, {Read(0, 10)})) << "no reader passes a writer that waits";
  EXPECT_FALSE(Enter(4, {Write(5, 6)}));
  EXPECT_THAT(Leave(1), IsEmpty());
  EXPECT_THAT(Leave(0), ElementsAre(2));
  EXPECT_THAT(Leave(2), ElementsAre(3));
  EXPECT_THAT(Leave(3), ElementsAre(4));
}

TEST_F(ClaimQueueTest, ARequestWaitsForAllOfItsClaimsAndNeverForItself) {
  EXPECT_TRUE(Enter(0, {Write(0, 10), Write(5, 20)}));
  EXPECT_TRUE(Enter(1, {Write(30, 40)}));
  EXPECT_FALSE(Enter(2, {Write(8, 9), Write(35, 36)}));
  EXPECT_THAT(Leave(0), IsEmpty());
  EXPECT_THAT(Leave(1), ElementsAre(2));
  EXPECT_THAT(Leave(2), IsEmpty());
  EXPECT_TRUE(Enter(3, {Write(0, 100)}));
}

// Against the plain rule: a request may run when no earlier one that is not over meets it.
TEST_F(ClaimQueueTest, AnyCrowdOfNarrowAndWideClaimsGoesInOrder) {
  std::mt19937_64 random(9);
  const auto meet = [this](uint32_t a, uint32_t b) {
    for (const Claim& x : claims_[a]) {
      for (const Claim& y : claims_[b]) {
        if (x.scope == y.scope && x.begin < y.end && y.begin < x.end &&
            (x.exclusive || y.exclusive)) {
          return true;
        }
      }
    }
    return false;
  };
  std::vector<uint32_t> order;  // of arrival, of those that are not over
  std::set<uint32_t> running;
  for (int i = 0; i < 5'000; ++i) {
    const auto request = static_cast<uint32_t>(random() % 300);
    if (std::find(order.begin(), order.end(), request) == order.end()) {
      std::vector<Claim> claims;
      for (uint64_t n = random() % 3; n-- > 0;) {
        const uint64_t begin = random() % 2'000, length = 1 + random() % (random() % 8 ? 4 : 400);
        claims.push_back(
            {static_cast<uint32_t>(random() % 3), begin, begin + length, random() % 2 == 0});
      }
      order.push_back(request);
      if (Enter(request, claims)) running.insert(request);
    } else if (running.contains(request)) {
      std::erase(order, request);
      running.erase(request);
      for (const uint32_t freed : Leave(request)) ASSERT_TRUE(running.insert(freed).second);
      claims_.erase(request);
    }
    if (i % 50 != 0) continue;
    for (size_t later = 0; later < order.size(); ++later) {
      const bool waits = std::any_of(order.begin(), order.begin() + static_cast<ptrdiff_t>(later),
                                     [&](uint32_t r) { return meet(r, order[later]); });
      ASSERT_EQ(running.contains(order[later]), !waits) << i;
    }
  }
}

}  // namespace
}  // namespace ioreel
