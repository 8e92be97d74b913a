#include "replay/models/ssd_model.h"

#include <gtest/gtest.h>

#include <set>

#include "tests/replay/models/drive_run.h"

namespace ioreel {
namespace {

constexpr uint64_t kSize = 4'000'000'000;
constexpr uint64_t kBlock = 4096;
constexpr uint64_t kKib = 1024;

/// Two channels of two dies, of which nothing but the flash takes time.
SsdSpec Flash() {
  SsdSpec spec;
  spec.channels = 2;
  spec.dies = 2;
  spec.planes = 1;
  spec.page_kib = 4;
  spec.read_us = 100;
  spec.program_us = 400;
  spec.erase_ms = 0;
  spec.channel_mb_s = 409.6;  // 10 µs a page
  spec.read_command_us = spec.write_command_us = 0;
  spec.controller_mb_s = 1e6;
  spec.read_latency_us = spec.write_latency_us = 0;
  spec.interface_mb_s = 1e6;
  spec.read_ahead_pages = 0;
  spec.spare_percent = 10;
  spec.buffer_mb = 0.1;
  return spec;
}

std::unique_ptr<DriveModel> Make(const SsdSpec& spec, double data_share = 1) {
  return MakeSsdModel(spec, kSize, data_share);
}

DriveRun RandomRun(DriveModel* drive, Op op, uint64_t count, uint64_t depth,
                   uint64_t length = kBlock, uint64_t span = kSize) {
  Places places;
  return RunDrive(drive, count, depth,
                  [&](uint64_t) { return IoOf(op, places.Next(span / length) * length, length); });
}
DriveRun RandomRun(const SsdSpec& spec, Op op, uint64_t count, uint64_t depth,
                   uint64_t length = kBlock) {
  return RandomRun(Make(spec).get(), op, count, depth, length);
}

double MbPerS(const DriveRun& run, uint64_t length) {
  return run.Iops() * static_cast<double>(length) / 1e6;
}

TEST(SsdModelTest, ADeepQueueKeepsAllDiesReading) {
  EXPECT_NEAR(RandomRun(Flash(), Op::kRead, 2'000, 1).Iops(), 1e6 / 110, 20);
  // The four dies read while the two channels carry.
  SsdSpec spec = Flash();
  spec.queue_depth = 256;
  EXPECT_NEAR(RandomRun(spec, Op::kRead, 20'000, 256).Iops(), 4 * 1e6 / 100, 400);
}

TEST(SsdModelTest, PagesOfOneReadArePipelined) {
  const auto drive = Make(Flash());
  // Eight pages on four dies: two rounds of reads, and the last transfer of each channel's two.
  const DriveRun run =
      RunDrive(drive.get(), 1, 1, [](uint64_t) { return IoOf(Op::kRead, 0, 8 * kBlock); });
  EXPECT_NEAR(static_cast<double>(run.end_ns), 2 * 100e3 + 2 * 10e3, 1e3);
}

TEST(SsdModelTest, TheControllerAndTheInterfaceLimitWhatTheFlashCould) {
  SsdSpec spec = Flash();
  spec.read_us = 1;
  spec.read_command_us = 20;
  EXPECT_NEAR(RandomRun(spec, Op::kRead, 20'000, 32).Iops(), 50'000, 500);
  spec.read_command_us = 0;
  spec.channel_mb_s = 1e5;
  spec.interface_mb_s = 500;
  EXPECT_NEAR(MbPerS(RandomRun(spec, Op::kRead, 5'000, 32, 256 * kKib), 256 * kKib), 500, 2);
}

TEST(SsdModelTest, WritesAreDoneInTheBufferUntilItIsFull) {
  const auto drive = Make(Flash());
  const DriveRun few = RandomRun(drive.get(), Op::kWrite, 20, 1);
  EXPECT_LT(few.end_ns, 1'000);
  SsdSpec spec = Flash();
  spec.used = false;
  spec.filled_percent = 0;
  const DriveRun many = RandomRun(spec, Op::kWrite, 20'000, 8);
  EXPECT_NEAR(many.Iops(), 4 * 1e6 / 400, 150) << "four dies program";
}

TEST(SsdModelTest, ADeeperQueueIsNeverSlower) {
  for (const Op op : {Op::kRead, Op::kWrite}) {
    for (const uint64_t length : {kBlock, 64 * kKib}) {
      double before = 0;
      for (uint64_t depth = 1; depth <= 64; depth *= 2) {
        const double iops = RandomRun(Flash(), op, 5'000, depth, length).Iops();
        EXPECT_GE(iops, before * 0.999) << depth;
        before = iops;
      }
    }
  }
}

TEST(SsdModelTest, AUsedDriveWritesSlowerThanAFreshOneAndAtRandomPlacesOnly) {
  SsdSpec fresh = Flash();
  fresh.used = false;
  fresh.filled_percent = 0;
  const double fresh_iops = RandomRun(fresh, Op::kWrite, 50'000, 32).Iops();
  const double used_iops = RandomRun(Flash(), Op::kWrite, 50'000, 32).Iops();
  EXPECT_LT(used_iops, fresh_iops / 3);
  const auto sequential = [](const SsdSpec& spec) {
    return RunDrive(Make(spec).get(), 20'000, 32,
                    [](uint64_t i) { return IoOf(Op::kWrite, i * kBlock, kBlock); })
        .Iops();
  };
  EXPECT_NEAR(sequential(Flash()), sequential(fresh), sequential(fresh) * 0.01);
}

/// A fresh drive becomes a used one once its flash has been written.
TEST(SsdModelTest, AFreshDriveSlowsDownWhenItsErasedFlashIsGone) {
  SsdSpec spec = Flash();
  spec.used = false;
  spec.filled_percent = 0;
  const auto drive = MakeSsdModel(spec, 64 << 20, 1);
  int64_t now_ns = 0;
  std::vector<double> iops;
  Places places;
  for (int part = 0; part < 4; ++part) {
    const DriveRun run = RunDrive(
        drive.get(), 16'384, 32,
        [&](uint64_t) { return IoOf(Op::kWrite, places.Next(16'384) * kBlock, kBlock); }, now_ns);
    now_ns += run.end_ns;
    iops.push_back(run.Iops());
  }
  EXPECT_LT(iops[3], iops[0] * 0.7);
}

TEST(SsdModelTest, TrimMakesWritesFaster) {
  const auto drive = Make(Flash());
  const DriveRun before = RandomRun(drive.get(), Op::kWrite, 20'000, 32, kBlock, kSize / 2);
  const DriveRun trim = RunDrive(
      drive.get(), 1, 1, [](uint64_t) { return IoOf(Op::kDiscard, kSize / 2, kSize / 2); },
      before.end_ns);
  Places places;
  const DriveRun after = RunDrive(
      drive.get(), 20'000, 32,
      [&](uint64_t) { return IoOf(Op::kWrite, places.Next(kSize / 2 / kBlock) * kBlock, kBlock); },
      before.end_ns + trim.end_ns);
  EXPECT_GT(after.Iops(), before.Iops() * 1.3);
}

TEST(SsdModelTest, WhatHoldsNoDataIsReadWithoutFlash) {
  SsdSpec spec = Flash();
  spec.filled_percent = 50;
  const auto drive = Make(spec);
  const auto read_at = [&](uint64_t offset, int64_t start_ns) {
    return RunDrive(
               drive.get(), 1, 1, [&](uint64_t) { return IoOf(Op::kRead, offset, kBlock); },
               start_ns)
        .end_ns;
  };
  EXPECT_GT(read_at(0, 0), 100'000);
  EXPECT_LT(read_at(kSize / 4 * 3, 1'000'000), 1'000);
}

TEST(SsdModelTest, APartOfAMappingUnitIsWrittenAsAllOfIt) {
  SsdSpec spec = Flash();
  spec.used = false;
  spec.filled_percent = 0;
  const double whole = RandomRun(spec, Op::kWrite, 20'000, 32).Iops();
  spec.mapping_kib = 16;
  const double parts = RandomRun(spec, Op::kWrite, 20'000, 32).Iops();
  // Four pages are programmed for one, and four are read: 4 · 500 µs instead of 400 µs.
  EXPECT_NEAR(parts, whole / 5, whole * 0.02);
}

TEST(SsdModelTest, WritesHaveARateOfTheirOwnAndScatteredOnesOfAUsedDriveTheirMapping) {
  SsdSpec spec = Flash();
  spec.program_us = spec.read_us = 1;
  spec.channel_mb_s = 1e5;
  spec.interface_write_mb_s = 100;
  EXPECT_NEAR(MbPerS(RandomRun(spec, Op::kWrite, 5'000, 8), kBlock), 100, 1);
  spec.interface_write_mb_s = 0;
  spec.random_write_us = 50;
  EXPECT_NEAR(RandomRun(spec, Op::kWrite, 5'000, 8).Iops(), 20'000, 100);
  spec.used = false;
  spec.filled_percent = 0;
  EXPECT_GT(RandomRun(spec, Op::kWrite, 5'000, 8).Iops(), 100'000);
}

TEST(SsdModelTest, DataThatShrinksIsWrittenFaster) {
  SsdSpec spec = Flash();
  spec.used = false;
  spec.filled_percent = 0;
  const DriveRun whole = RandomRun(spec, Op::kWrite, 20'000, 32);
  const DriveRun half = RandomRun(Make(spec, 0.5).get(), Op::kWrite, 20'000, 32);
  EXPECT_NEAR(half.Iops(), 2 * whole.Iops(), whole.Iops() * 0.05);
}

TEST(SsdModelTest, AStreamIsReadAhead) {
  SsdSpec spec = Flash();
  const auto sequential = [](const SsdSpec& drive) {
    return RunDrive(Make(drive).get(), 10'000, 1,
                    [](uint64_t i) { return IoOf(Op::kRead, i * kBlock, kBlock); })
        .Iops();
  };
  EXPECT_NEAR(sequential(spec), 1e6 / 110, 20);
  spec.read_ahead_pages = 8;
  EXPECT_GT(sequential(spec), 3.5 * 1e6 / 110);
}

TEST(SsdModelTest, AFlushAndAWriteThroughWaitForTheFlashUnlessTheBufferIsSafe) {
  for (const bool safe : {false, true}) {
    SsdSpec spec = Flash();
    spec.safe_buffer = safe;
    const auto drive = Make(spec);
    const auto time_of = [&](Op op, bool fua, int64_t start_ns) {
      DriveIo io = IoOf(op, kBlock, op == Op::kFlush ? 0 : kBlock);
      io.fua = fua;
      return RunDrive(
                 drive.get(), 1, 1, [&](uint64_t) { return io; }, start_ns)
          .end_ns;
    };
    EXPECT_LT(time_of(Op::kWrite, false, 0), 1'000);
    EXPECT_EQ(time_of(Op::kFlush, false, 1'000) > 400'000, !safe);
    EXPECT_EQ(time_of(Op::kWrite, true, 2'000'000) > 400'000, !safe);
    EXPECT_LT(time_of(Op::kFlush, false, 4'000'000), 1'000) << "nothing is left to wait for";
  }
}

TEST(SsdModelTest, EachIoIsDoneOnceAndTheSameEachTime) {
  SsdSpec spec = Flash();
  spec.buffer_mb = 0.002;  // less than a page: each write waits
  spec.queue_depth = 8;
  const auto run = [&] {
    const auto drive = Make(spec);
    Places places;
    return RunDrive(drive.get(), 20'000, 48, [&](uint64_t i) {
      constexpr Op kOps[] = {Op::kRead,    Op::kWrite, Op::kRead,
                             Op::kDiscard, Op::kWrite, Op::kFlush};
      const Op op = kOps[i % 6];
      const uint64_t length = op == Op::kFlush ? 0 : 512 * (1 + places.Next(300));
      DriveIo io = IoOf(op, places.Next((kSize >> 9) - 300) * 512, length);
      io.fua = i % 5 == 0;
      return io;
    });
  };
  const DriveRun one = run(), other = run();
  ASSERT_EQ(one.done.size(), 20'000u);
  std::set<uint64_t> tags;
  for (size_t i = 0; i < one.done.size(); ++i) {
    tags.insert(one.done[i].tag);
    EXPECT_EQ(one.done[i].tag, other.done[i].tag);
    EXPECT_EQ(one.done[i].time_ns, other.done[i].time_ns);
  }
  EXPECT_EQ(tags.size(), 20'000u);
}

}  // namespace
}  // namespace ioreel
