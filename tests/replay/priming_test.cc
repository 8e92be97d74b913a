#include "replay/prime/priming.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include "base/file.h"
#include "replay/prime/range_steps.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::Pair;

constexpr uint64_t kMiB = 1 << 20;

/// What the steps write, as (offset, length).
std::vector<std::pair<uint64_t, uint64_t>> Writes(const RangeSet& ranges, uint64_t block_bytes,
                                                  uint64_t end_bytes) {
  RangeSteps steps(Op::kWrite, &ranges, block_bytes, end_bytes);
  std::vector<std::pair<uint64_t, uint64_t>> writes;
  for (auto batch = steps.Pull(); batch.next == StepSource::Next::kSteps; batch = steps.Pull()) {
    for (size_t i = 0; i < batch.count; ++i) {
      EXPECT_EQ(batch.steps[i].id, writes.size());
      EXPECT_EQ(batch.steps[i].io.op, Op::kWrite);
      writes.emplace_back(batch.steps[i].io.offset, batch.steps[i].io.length);
    }
  }
  return writes;
}

TEST(RangeStepsTest, EveryByteIsWrittenOnceInLargeSteps) {
  RangeSet ranges;
  ranges.Add(0, 100);
  ranges.Add(600, 100);  // of the same block as the first, and of the next
  ranges.Add(3 * kMiB, 2 * kMiB + 512);
  EXPECT_THAT(Writes(ranges, 512, 8 * kMiB),
              ElementsAre(Pair(0, 512), Pair(512, 512), Pair(3 * kMiB, kMiB), Pair(4 * kMiB, kMiB),
                          Pair(5 * kMiB, 512)));
  EXPECT_THAT(Writes(ranges, 4096, 4096), ElementsAre(Pair(0, 4096)));
  EXPECT_TRUE(Writes(RangeSet(), 512, kMiB).empty());
}

TEST(RangeStepsTest, ManyRangesComeInManyBatches) {
  RangeSet ranges;
  for (uint64_t i = 0; i < 1000; ++i) ranges.Add(i * 8192, 4096);
  EXPECT_EQ(Writes(ranges, 4096, 100 * kMiB).size(), 1000u);
}

TEST(FindHolesTest, HolesAreWhatWasNeverWritten) {
  const std::string path = ScratchFile("holes", "");
  const auto fd = OpenFd(path, O_RDWR);
  ASSERT_THAT(fd, IsOk());
  ASSERT_THAT(PwriteAll(fd->get(), std::string(65536, 'x'), kMiB), IsOk());
  ASSERT_EQ(ftruncate(fd->get(), 4 * kMiB), 0);
  RangeSet all;
  all.Add(0, 4 * kMiB);
  EXPECT_THAT(FindHoles(fd->get(), all).ranges(),
              ElementsAre(Pair(0, kMiB), Pair(kMiB + 65536, 4 * kMiB)));
  RangeSet inside;
  inside.Add(kMiB + 4096, 4096);
  EXPECT_TRUE(FindHoles(fd->get(), inside).empty());
}

}  // namespace
}  // namespace ioreel
