#include "replay/run/claim_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

Claim Write(uint64_t begin, uint64_t end, uint32_t scope = 0) {
  return {.scope = scope, .begin = begin, .end = end, .exclusive = true};
}
Claim Read(uint64_t begin, uint64_t end) { return {.begin = begin, .end = end}; }

std::vector<uint32_t> Leave(ClaimQueue* queue, uint32_t request) {
  std::vector<uint32_t> freed;
  queue->Leave(request, &freed);
  return freed;
}

TEST(ClaimQueueTest, OnlyWhatMeetsInOneScopeWaits) {
  ClaimQueue queue(8);
  EXPECT_TRUE(queue.Enter(0, {Write(0, 10)}));
  EXPECT_TRUE(queue.Enter(1, {Write(10, 20)}));
  EXPECT_TRUE(queue.Enter(2, {Write(0, 10, /*scope=*/1)}));
  EXPECT_FALSE(queue.Enter(3, {Write(9, 11)}));
  EXPECT_TRUE(queue.Enter(4, {}));
  EXPECT_THAT(Leave(&queue, 0), IsEmpty());
  EXPECT_THAT(Leave(&queue, 1), ElementsAre(3));
}

TEST(ClaimQueueTest, ReadersGoTogetherAndWritersInOrder) {
  ClaimQueue queue(8);
  EXPECT_TRUE(queue.Enter(0, {Read(0, 10)}));
  EXPECT_TRUE(queue.Enter(1, {Read(0, 10)}));
  EXPECT_FALSE(queue.Enter(2, {Write(5, 6)}));
  EXPECT_FALSE(queue.Enter(3, {Read(0, 10)})) << "no reader passes a writer that waits";
  EXPECT_FALSE(queue.Enter(4, {Write(5, 6)}));
  EXPECT_THAT(Leave(&queue, 1), IsEmpty());
  EXPECT_THAT(Leave(&queue, 0), ElementsAre(2));
  EXPECT_THAT(Leave(&queue, 2), ElementsAre(3));
  EXPECT_THAT(Leave(&queue, 3), ElementsAre(4));
}

TEST(ClaimQueueTest, ARequestWaitsForAllOfItsClaimsAndNeverForItself) {
  ClaimQueue queue(4);
  EXPECT_TRUE(queue.Enter(0, {Write(0, 10), Write(5, 20)}));
  EXPECT_TRUE(queue.Enter(1, {Write(30, 40)}));
  EXPECT_FALSE(queue.Enter(2, {Write(8, 9), Write(35, 36)}));
  EXPECT_THAT(Leave(&queue, 0), IsEmpty());
  EXPECT_THAT(Leave(&queue, 1), ElementsAre(2));
  EXPECT_THAT(Leave(&queue, 2), IsEmpty());
  EXPECT_TRUE(queue.Enter(3, {Write(0, 100)}));
}

}  // namespace
}  // namespace ioreel
