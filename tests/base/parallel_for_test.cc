#include "base/parallel_for.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace ioreel {
namespace {

TEST(ParallelForTest, EveryNumberIsDoneOnce) {
  for (const size_t count : {0, 1, 2, 1000}) {
    std::vector<int> done(count);
    ParallelFor(count, [&done](size_t i) { ++done[i]; });
    EXPECT_THAT(done, testing::Each(1));
    EXPECT_EQ(done.size(), count);
  }
}

}  // namespace
}  // namespace ioreel
