#include "replay/models/fit.h"

#include <gtest/gtest.h>

#include "tests/replay/models/drive_run.h"

namespace ioreel {
namespace {

constexpr uint64_t kSize = 4'000'000'000;

FitLoad RandomLoad(Op op, uint64_t depth, uint64_t length, const DriveSpec& measured) {
  FitLoad load;
  load.depth = depth;
  Places places;
  for (int i = 0; i < 1'000; ++i) {
    load.ios.push_back(IoOf(op, places.Next(kSize / length) * length, length));
  }
  load.iops = SimulateLoad(measured, load, 0);
  return load;
}

TEST(FitTest, FindsADriveOfFlashAsFastAsTheOneThatWasMeasured) {
  SsdSpec spec;
  spec.read_command_us = 8;
  spec.read_latency_us = 25;
  spec.read_us = 90;
  spec.program_us = 700;
  spec.interface_mb_s = 300;
  const DriveSpec real = {"real", kSize, spec};
  std::vector<FitLoad> loads;
  for (const uint64_t depth : {1, 32}) {
    for (const uint64_t length : {4096, 65536}) {
      loads.push_back(RandomLoad(Op::kRead, depth, length, real));
    }
    loads.push_back(RandomLoad(Op::kWrite, depth, 4096, real));
  }
  DriveSpec drive = {"drive", kSize, SsdSpec()};
  const double error = FitDrive(loads, 0, &drive);
  EXPECT_LT(error, 0.03);
  for (const FitLoad& load : loads) {
    EXPECT_NEAR(SimulateLoad(drive, load, 0), load.iops, load.iops * 0.08);
  }
  EXPECT_NEAR(std::get<SsdSpec>(drive.kind).interface_mb_s, 300, 15);
}

TEST(FitTest, FindsTheSeeksAndTheRateOfADisk) {
  HddSpec spec;
  spec.outer_mb_s = 210;
  spec.inner_mb_s = 105;
  spec.average_seek_ms = 5;
  spec.track_seek_ms = 0.5;
  spec.full_seek_ms = 10.5;
  const DriveSpec real = {"real", kSize, spec};
  std::vector<FitLoad> loads = {RandomLoad(Op::kRead, 1, 4096, real),
                                RandomLoad(Op::kWrite, 1, 4096, real),
                                RandomLoad(Op::kRead, 1, 1 << 20, real)};
  DriveSpec drive = {"drive", kSize, HddSpec()};
  EXPECT_LT(FitDrive(loads, 0, &drive), 0.03);
  EXPECT_NEAR(std::get<HddSpec>(drive.kind).average_seek_ms, 5, 1);
}

}  // namespace
}  // namespace ioreel
