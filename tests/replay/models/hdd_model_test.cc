#include "replay/models/hdd_model.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "replay/models/hdd_geometry.h"
#include "tests/replay/models/drive_run.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

constexpr uint64_t kSize = 100'000'000'000;
constexpr uint64_t kBlock = 4096;
constexpr double kMs = 1e6;

HddSpec Disk() {
  HddSpec spec;
  spec.rpm = 10'000;  // 6 ms a turn
  spec.outer_mb_s = spec.inner_mb_s = 100;
  spec.track_seek_ms = 0.2;
  spec.average_seek_ms = 4;
  spec.full_seek_ms = 8;
  spec.write_settle_ms = 0.5;
  spec.head_switch_ms = 0.3;
  spec.overhead_us = 0;
  return spec;
}

/// Of random I/Os of a block.
DriveRun RandomRun(const HddSpec& spec, uint64_t count, uint64_t depth, Op op = Op::kRead) {
  const auto drive = MakeHddModel(spec, kSize, 0.25);
  Places places;
  return RunDrive(drive.get(), count, depth,
                  [&](uint64_t) { return IoOf(op, places.Next(kSize / kBlock) * kBlock, kBlock); });
}

DriveRun SequentialRun(const HddSpec& spec, uint64_t count, uint64_t depth, Op op, uint64_t length,
                       uint64_t from = 0) {
  const auto drive = MakeHddModel(spec, kSize, 0.25);
  return RunDrive(drive.get(), count, depth,
                  [&](uint64_t i) { return IoOf(op, from + i * length, length); });
}

double MeanMs(const DriveRun& run) {
  return static_cast<double>(run.end_ns) / static_cast<double>(run.done.size()) / kMs;
}

TEST(HddModelTest, ARandomReadIsASeekAndHalfATurn) {
  EXPECT_NEAR(MeanMs(RandomRun(Disk(), 20'000, 1)), 4 + 3 + 0.041, 0.1);
}

TEST(HddModelTest, ARandomWriteSettlesToo) {
  EXPECT_NEAR(MeanMs(RandomRun(Disk(), 20'000, 1, Op::kWrite)), 4.5 + 3 + 0.041, 0.1);
}

TEST(HddModelTest, AStreamRunsAtTheRateOfItsZone) {
  HddSpec spec = Disk();
  spec.outer_mb_s = 120;
  spec.inner_mb_s = 60;
  spec.zones = 10;  // of 117, 111, …, 63 MB/s
  constexpr uint64_t kLength = 1 << 20;
  for (const Op op : {Op::kRead, Op::kWrite}) {
    for (const uint64_t depth : {2, 32}) {
      const DriveRun outer = SequentialRun(spec, 2'000, depth, op, kLength);
      EXPECT_NEAR(outer.Iops() * kLength / 1e6, 117, 0.5);
      const DriveRun inner =
          SequentialRun(spec, 1'000, depth, op, kLength, kSize / kLength * kLength - (2000 << 20));
      EXPECT_NEAR(inner.Iops() * kLength / 1e6, 63, 0.5);
    }
  }
}

TEST(HddModelTest, ReadingAheadSavesTurnsWhichWritesWithoutACacheLose) {
  HddSpec spec = Disk();
  spec.overhead_us = 100;
  constexpr uint64_t kLength = 64 << 10;  // 0.655 ms
  const DriveRun reads = SequentialRun(spec, 5'000, 1, Op::kRead, kLength);
  EXPECT_NEAR(reads.Iops() * kLength / 1e6, 100, 2);
  const DriveRun writes = SequentialRun(spec, 500, 1, Op::kWrite, kLength);
  EXPECT_NEAR(MeanMs(writes), 6 + 0.655, 0.05) << "a turn until the next place comes by";
  spec.write_cache = true;
  const DriveRun cached = SequentialRun(spec, 5'000, 1, Op::kWrite, kLength);
  EXPECT_NEAR(cached.Iops() * kLength / 1e6, 100, 5);
}

TEST(HddModelTest, WhatWasReadComesFromTheBufferAtTheInterfacesRate) {
  const auto drive = MakeHddModel(Disk(), kSize, 0);
  const auto again = [](uint64_t) { return IoOf(Op::kRead, 1 << 20, 300'000); };
  const DriveRun first = RunDrive(drive.get(), 1, 1, again);
  const DriveRun second = RunDrive(drive.get(), 1, 1, again, first.end_ns);
  EXPECT_GT(first.end_ns, 3'000'000);
  EXPECT_EQ(second.end_ns, 1'000'000);
}

TEST(HddModelTest, AQueueIsReorderedUnlessItMayNotBe) {
  HddSpec spec = Disk();
  const double alone = RandomRun(spec, 5'000, 1).Iops();
  const double deep = RandomRun(spec, 5'000, 32).Iops();
  EXPECT_GT(deep, 1.7 * alone);
  spec.queue_depth = 4;
  EXPECT_LT(RandomRun(spec, 5'000, 32).Iops(), 0.8 * deep) << "the rest waits outside";
  spec.queue_depth = 32;
  spec.reorders = false;
  const DriveRun in_order = RandomRun(spec, 5'000, 32);
  EXPECT_NEAR(in_order.Iops(), alone, alone * 0.02);
  EXPECT_TRUE(std::is_sorted(in_order.done.begin(), in_order.done.end(),
                             [](const auto& a, const auto& b) { return a.tag < b.tag; }));
}

/// With `aging` 1 what waits a millisecond longer may be a millisecond further.
TEST(HddModelTest, AgingKeepsTheLongestWaitShort) {
  const auto longest_wait = [](const DriveRun& run) {
    uint64_t longest = 0;
    for (uint64_t place = 0; place < run.done.size(); ++place) {
      longest = std::max(longest, place - std::min(place, run.done[place].tag));
    }
    return longest;
  };
  HddSpec greedy = Disk(), fair = Disk();
  greedy.aging = 0;
  fair.aging = 1;
  EXPECT_LT(longest_wait(RandomRun(fair, 5'000, 32)),
            longest_wait(RandomRun(greedy, 5'000, 32)) / 2);
}

TEST(HddModelTest, AFlushWaitsForWhatIsDirtyAndAWriteThroughForTheMedium) {
  HddSpec spec = Disk();
  spec.write_cache = true;
  const auto drive = MakeHddModel(spec, kSize, 0);
  drive->Submit(IoOf(Op::kWrite, kSize / 2, kBlock), 0);
  DriveIo through = IoOf(Op::kWrite, kSize / 4 / kBlock * kBlock, kBlock);
  through.fua = true;
  through.tag = 1;
  drive->Submit(through, 0);
  DriveIo flush = IoOf(Op::kFlush, 0, 0);
  flush.tag = 2;
  drive->Submit(flush, 0);
  std::vector<DriveDone> done;
  drive->Advance(1'000'000'000, &done);
  ASSERT_EQ(done.size(), 3u);
  EXPECT_EQ(done[0].tag, 0u);
  EXPECT_LT(done[0].time_ns, 100'000) << "in the buffer";
  EXPECT_GT(done[1].time_ns, 2'000'000);
  EXPECT_GT(done[2].time_ns, 2'000'000);
}

TEST(HddModelTest, EachIoIsDoneOnceAndTheSameEachTime) {
  for (const bool write_cache : {false, true}) {
    HddSpec spec = Disk();
    spec.write_cache = write_cache;
    const auto run = [&] {
      const auto drive = MakeHddModel(spec, kSize, 0.5);
      Places places;
      return RunDrive(drive.get(), 5'000, 48, [&](uint64_t i) {
        const Op op = i % 50 == 49 ? Op::kFlush : i % 3 == 0 ? Op::kWrite : Op::kRead;
        const uint64_t offset = places.Next(kSize / kBlock - 16) * kBlock;
        return IoOf(op, offset, op == Op::kFlush ? 0 : kBlock * (1 + i % 16));
      });
    };
    const DriveRun one = run(), other = run();
    ASSERT_EQ(one.done.size(), 5'000u);
    std::set<uint64_t> tags;
    for (size_t i = 0; i < one.done.size(); ++i) {
      tags.insert(one.done[i].tag);
      EXPECT_EQ(one.done[i].tag, other.done[i].tag);
      EXPECT_EQ(one.done[i].time_ns, other.done[i].time_ns);
    }
    EXPECT_EQ(tags.size(), 5'000u);
  }
}

TEST(HddGeometryTest, PlacesAndOffsetsAreEachOthersInverse) {
  HddSpec spec = Disk();
  spec.inner_mb_s = 40;
  const HddGeometry geometry(spec, kSize);
  Places places;
  int64_t before_ns = -1;
  for (uint64_t offset = 0; offset < kSize; offset += 1 + places.Next(kSize / 1'000)) {
    const int64_t at_ns = geometry.SpiralNs(offset);
    EXPECT_GT(at_ns, before_ns);
    before_ns = at_ns;
    EXPECT_NEAR(static_cast<double>(geometry.OffsetAt(at_ns)), static_cast<double>(offset), 2);
  }
}

TEST(HddGeometryTest, SeeksGoFromTrackToTrackUpToTheFullStroke) {
  const HddGeometry geometry(Disk(), kSize);
  const int64_t end_ns = geometry.SpiralNs(kSize - 1);
  EXPECT_EQ(geometry.SeekNs(0, 0), 0);
  EXPECT_EQ(geometry.SeekNs(0, 7'000'000), 300'000) << "the next head";
  EXPECT_NEAR(static_cast<double>(geometry.SeekNs(0, end_ns)), 8 * kMs, 0.02 * kMs);
  int64_t before_ns = 0;
  for (int64_t to_ns = 50'000'000; to_ns < end_ns; to_ns += end_ns / 1'000) {
    EXPECT_GE(geometry.SeekNs(0, to_ns), before_ns);
    before_ns = geometry.SeekNs(0, to_ns);
    EXPECT_EQ(geometry.SeekNs(to_ns, 0), before_ns);
  }
}

TEST(HddGeometryTest, SeekTimesThatNoCurveHasAreRefused) {
  HddSpec spec = Disk();
  EXPECT_THAT(HddGeometry::CheckSeeks(spec), IsOk());
  spec.average_seek_ms = 2.7;  // 0.2 + 7.8 / 3 = 2.8 at least
  EXPECT_FALSE(HddGeometry::CheckSeeks(spec).ok());
  spec.average_seek_ms = 6;  // 0.2 + 7.8 · (16/15 − 1/3) = 5.92 at most
  EXPECT_FALSE(HddGeometry::CheckSeeks(spec).ok());
}

}  // namespace
}  // namespace ioreel
