#include "replay/models/drive_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/match.h"
#include "tests/replay/models/drive_run.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using ::testing::IsSupersetOf;

TEST(DriveFileTest, EachDriveOfOursIsReadAndDoesIo) {
  const std::vector<std::string> names = DriveNames();
  EXPECT_THAT(names,
              IsSupersetOf({"cheetah-15k7", "constellation-es-7k2", "constellation2-7k2-sas",
                            "constellation2-7k2-sata", "eusb-4", "fujitsu-mba3147", "intel-520-240",
                            "intel-s3700-100", "intel-x25e-32", "kingston-hyperx-3k-240",
                            "kingston-hyperx-3k-480", "sata-dom-8", "savvio-10k5"}));
  for (const std::string& name : names) {
    const auto file = FindDriveFile(name);
    ASSERT_THAT(file, IsOk());
    const auto drive = ReadDriveFile(*file);
    ASSERT_THAT(drive, IsOk());
    EXPECT_FALSE(drive->model.empty()) << name;
    const std::string text = DriveFileText(*drive, "one\ntwo");
    EXPECT_TRUE(absl::StartsWith(text, "# one\n# two\nmodel = \"")) << text;
    const auto again = ParseDrive(text, name);
    ASSERT_THAT(again, IsOk());
    EXPECT_EQ(DriveFileText(*again, "one\ntwo"), text);
    const auto model = MakeDriveModel(*drive, 0, 0);
    Places places;
    const DriveRun run = RunDrive(model.get(), 500, 32, [&](uint64_t i) {
      const uint64_t offset = places.Next(drive->size_bytes / 4096) * 4096;
      return IoOf(i % 2 == 0 ? Op::kRead : Op::kWrite, offset, 4096);
    });
    EXPECT_EQ(run.done.size(), 500u) << name;
  }
}

TEST(DriveFileTest, ANameThatThereIsNotSaysWhichThereAre) {
  EXPECT_THAT(FindDriveFile("intel-521").status().message(),
              HasSubstr("no drive is called 'intel-521'; there are: cheetah-15k7, "));
}

TEST(DriveFileTest, DisksOfAKindDoNotTurnInStep) {
  const auto drive = ParseDrive("kind = \"hdd\"\nsize_bytes = 1000000000\n", "x.toml");
  ASSERT_THAT(drive, IsOk());
  const auto end = [&](uint64_t serial) {
    return RunDrive(MakeDriveModel(*drive, serial, 0).get(), 1, 1,
                    [](uint64_t) { return IoOf(Op::kRead, 1 << 20, 4096); })
        .end_ns;
  };
  EXPECT_EQ(end(1), end(1));
  EXPECT_NE(end(0), end(1));
}

/// What a file may say at its limits does no harm.
TEST(DriveFileTest, TheLargestAndSmallestDrivesDoIo) {
  const char* const texts[] = {
      "size_bytes = 1e15\nkind = \"hdd\"\n[mechanics]\nouter_mb_s = 1\ninner_mb_s = 1\nrpm = 1\n",
      "size_bytes = 4096\nkind = \"hdd\"\n[buffer]\nmb = 0.001\nsegments = 65536\n",
      "size_bytes = 4096\nkind = \"ssd\"\n[controller]\nbuffer_mb = 0.001\nmapping_kib = 1024\n",
      "size_bytes = 1e12\nkind = \"ssd\"\n[flash]\nchannels = 1024\nplanes = 64\npage_kib = 1024\n",
  };
  for (const char* const text : texts) {
    const auto drive = ParseDrive(text, "d.toml");
    ASSERT_THAT(drive, IsOk());
    const auto model = MakeDriveModel(*drive, 3, 99);
    const DriveRun run = RunDrive(model.get(), 200, 32, [&](uint64_t i) {
      const uint64_t offset = i % 2 == 0 ? 0 : drive->size_bytes / 4096 * 4096 - 4096;
      return IoOf(i % 3 == 0 ? Op::kWrite : Op::kRead, offset, 4096);
    });
    EXPECT_EQ(run.done.size(), 200u) << text;
    EXPECT_GT(run.end_ns, 0) << text;
  }
}

TEST(DriveFileTest, WhatIsWrongIsTold) {
  const std::pair<const char*, const char*> cases[] = {
      {"kind = \"hdd\"", "d.toml:1:1: lacks its size_bytes"},
      {"size_bytes = 0\nkind = \"hdd\"", "d.toml:1:14: "},
      {"size_bytes = 1000", "lacks its kind, \"hdd\" or \"ssd\""},
      {"size_bytes = 1000\nkind = \"tape\"", "d.toml:2:8: kind: takes \"hdd\" or \"ssd\""},
      {"size_bytes = 1000\nkind = \"ssd\"\n[mechanics]\nrpm = 1", "'mechanics'"},
      {"size_bytes = 1000\nkind = \"ssd\"\n[flash]\ndice = 1",
       "d.toml:4:1: no key is called 'dice'"},
      {"size_bytes = 1000\nkind = \"ssd\"\n[flash]\nchannels = 0", "d.toml:4:12: "},
      {"size_bytes = 1000\nkind = \"ssd\"\n[flash]\nread_us = \"fast\"", "takes a number"},
      {"size_bytes = 1000\nkind = \"ssd\"\n[state]\nused = 1", "d.toml:4:8: "},
      {"size_bytes = 1000\nkind = \"hdd\"\n[interface]\nmb_s = 0", "d.toml:4:8: "},
      {"size_bytes = 1000\nkind = \"hdd\"\n\n[mechanics]\naverage_seek_ms = 2",
       "d.toml:4:1: no seek curve rises through"},
      {"size_bytes = 1e16\nkind = \"hdd\"", "d.toml:1:14: size_bytes: takes 1 to 1e+15"},
      {"size_bytes = 1e14\nkind = \"ssd\"", "d.toml:1:14: size_bytes: takes 1 to 1.6e+13"},
      {"size_bytes = 1000\nkind = \"hdd\"\n[mechanics]\ninner_mb_s = 0.5", "d.toml:4:14: "},
      {"size_bytes = \nkind", "d.toml:1:"},
  };
  for (const auto& [text, error] : cases) {
    const auto drive = ParseDrive(text, "d.toml");
    ASSERT_FALSE(drive.ok()) << text;
    EXPECT_THAT(std::string(drive.status().message()), HasSubstr(error)) << text;
  }
}

}  // namespace
}  // namespace ioreel
