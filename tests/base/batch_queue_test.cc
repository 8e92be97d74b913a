#include "base/batch_queue.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

namespace ioreel {
namespace {

using ::testing::IsEmpty;

using Numbers = std::vector<int>;

TEST(BatchQueueTest, BatchesComeInOrderAndThenTheEnd) {
  BatchQueue<Numbers> queue(3);
  std::thread maker([&queue] {
    Numbers batch;
    for (int i = 0; i < 1000; ++i) {
      batch.assign({i, -i});
      EXPECT_TRUE(queue.Push(&batch));
    }
    queue.End();
  });
  Numbers batch;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(queue.Pop(&batch));
    EXPECT_EQ(batch, (Numbers{i, -i}));
  }
  EXPECT_FALSE(queue.Pop(&batch));
  maker.join();
}

TEST(BatchQueueTest, WhatWasTakenIsFilledAgain) {
  BatchQueue<Numbers> queue(1);
  Numbers made = {1, 2, 3}, taken;
  const int* const memory = made.data();
  ASSERT_TRUE(queue.Push(&made));
  ASSERT_TRUE(queue.Pop(&taken));
  EXPECT_THAT(made, IsEmpty());
  ASSERT_TRUE(queue.Push(&made));
  ASSERT_TRUE(queue.Pop(&taken));
  ASSERT_TRUE(queue.Push(&made));
  EXPECT_EQ(made.data(), memory);
}

TEST(BatchQueueTest, AMakerThatWaitsForRoomLearnsThatNoMoreIsWanted) {
  BatchQueue<Numbers> queue(1);
  bool wanted = true;
  std::thread maker([&queue, &wanted] {
    Numbers batch;
    while (wanted) wanted = queue.Push(&batch);
  });
  queue.Stop();
  maker.join();
  EXPECT_FALSE(wanted);
}

}  // namespace
}  // namespace ioreel
