#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/replays.h"
#include "tests/support/scratch.h"

/// Simulated drives as targets and as members of arrays and caches: in virtual time, exact.

namespace ioreel {
namespace {

using ::testing::HasSubstr;

constexpr int64_t kUs = 1'000;

/// Rows of queue_ns,op,offset,length, each complete after 10 µs.
std::string Trace(const std::vector<std::string>& rows, const std::string& device = "sda") {
  std::string text = "queue_ns,complete_ns,op,offset_bytes,length_bytes,device,tid\n";
  for (const std::string& row : rows) absl::StrAppend(&text, row, ",", device, ",1\n");
  return ScratchFile("sim.csv", text);
}

RunResult Replay(const std::vector<std::string>& rows, const std::string& target,
                 std::vector<std::string> more = {}) {
  const std::string out = FreshScratchPath("sim.json");
  more.insert(more.begin(), {Trace(rows), "--target", target, "-o", out, "--mode", "afap"});
  const ProgramRun run = RunReplay(more);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("engine       sim: no I/O is done"));
  return ResultOf(out);
}

TEST(ReplaySimulatedTest, ADriveHasItsTimes) {
  const RunResult result =
      Replay({"0,10000,read,0,8192", "1,10000,write,0,4096", "2,10000,flush,0,0"},
             "sim:1m:read=80us:write=30us:other=5us:rate=4m");
  EXPECT_EQ(result.engine, "sim");
  EXPECT_EQ(result.notes.at("engine_reason"), "the target is simulated");
  EXPECT_EQ(result.target.kind, "simulated");
  EXPECT_EQ(result.target.size_bytes, 1u << 20);
  ASSERT_EQ(result.repeats.at(0).ops.size(), 3u);
  // One channel; 4 KiB take 976.5625 µs at 4 MiB a second.
  EXPECT_EQ(result.repeats[0].elapsed_ns, 80 * kUs + 1'953'125 + 30 * kUs + 976'562 + 5 * kUs);
  EXPECT_FALSE(result.repeats[0].array.has_value());
}

TEST(ReplaySimulatedTest, MembersOfAStripeWorkAtOnceAndTheResultTellsOfEach) {
  const std::string slow = "sim:1m:read=100us", fast = "sim:1m:read=40us";
  const RunResult result = Replay({"0,10000,read,0,131072", "1,10000,read,65536,65536"},
                                  absl::StrCat("raid0(chunk=64k,", slow, ",", fast, ")"));
  EXPECT_EQ(result.target.kind, "raid0");
  EXPECT_EQ(result.target.size_bytes, 2u << 20);
  ASSERT_EQ(result.target.members.size(), 2u);
  EXPECT_EQ(result.target.members[1].kind, "simulated");
  EXPECT_EQ(result.target.members[1].path, fast);
  EXPECT_EQ(result.target.members[1].size_bytes, 1u << 20);
  const RepeatResult& repeat = result.repeats.at(0);
  EXPECT_EQ(repeat.elapsed_ns, 100 * kUs) << "the slower one; the other does two meanwhile";
  ASSERT_TRUE(repeat.array.has_value());
  ASSERT_EQ(repeat.array->members.size(), 2u);
  EXPECT_EQ(repeat.array->members[0].read_bytes, 65536u);
  EXPECT_EQ(repeat.array->members[0].mean_access_ns, 100 * kUs);
  EXPECT_EQ(repeat.array->members[1].read_bytes, 131072u);
  EXPECT_EQ(repeat.array->members[1].busy_ns, 80 * kUs);
}

TEST(ReplaySimulatedTest, DrivesWithANameAreMembersThatTheResultNames) {
  std::vector<std::string> rows;
  for (int i = 0; i < 64; ++i) rows.push_back(absl::StrCat(i, ",10000,read,", i << 20, ",1048576"));
  const RunResult one = Replay(rows, "sim:intel-520-240");
  EXPECT_EQ(one.target.kind, "simulated");
  EXPECT_EQ(one.target.model, "Intel SSD 520 240 GB");
  const RunResult two = Replay(rows, "raid0(chunk=64k,sim:intel-520-240,sim:intel-520-240)");
  ASSERT_EQ(two.target.members.size(), 2u);
  EXPECT_EQ(two.target.members[1].kind, "simulated");
  EXPECT_EQ(two.target.members[1].path, "sim:intel-520-240");
  EXPECT_EQ(two.target.members[1].model, "Intel SSD 520 240 GB");
  const double single = one.repeats.at(0).bandwidth_bytes_per_s;
  EXPECT_NEAR(two.repeats.at(0).bandwidth_bytes_per_s, 2 * single, single * 0.1);
}

TEST(ReplaySimulatedTest, AFileOfOnesOwnAndWhatIsWrongInIt) {
  const std::string good =
      ScratchFile("own.toml", "model = \"Mine\"\nkind = \"ssd\"\nsize_bytes = 1e9\n");
  EXPECT_EQ(
      Replay({"0,10000,read,0,4096"}, absl::StrCat("sim:", good, ":state=fresh")).target.model,
      "Mine");
  const std::string bad =
      ScratchFile("bad.toml", "kind = \"ssd\"\nsize_bytes = 1e9\n[flash]\ndice = 3\n");
  const ProgramRun run = RunReplay({Trace({"0,10000,read,0,4096"}), "--target", "sim:" + bad});
  EXPECT_EQ(run.code, 2);
  EXPECT_THAT(run.err, HasSubstr(absl::StrCat(bad, ":4:1: no key is called 'dice' here")));
}

TEST(ReplaySimulatedTest, Raid5AndACacheOfDrives) {
  const RunResult raid =
      Replay({"0,10000,write,0,4096"},
             "raid5(chunk=64k,sim:1m:read=50us,sim:1m:read=50us:write=20us,sim:1m:write=70us)");
  // The other chunk of the stripe is read, then data and parity are written.
  EXPECT_EQ(raid.repeats.at(0).elapsed_ns, 50 * kUs + 100 * kUs);
  EXPECT_EQ(raid.repeats[0].array->write_amplification, 2);

  const RunResult cached = Replay({"0,10000,read,0,4096", "1,10000,read,0,4096"},
                                  "cache(fast=sim:1m:read=10us:write=20us,slow=sim:1g:read=5ms)");
  ASSERT_EQ(cached.repeats.at(0).array->caches.size(), 1u);
  EXPECT_EQ(cached.repeats[0].array->caches[0].read_hits, 1u);
  EXPECT_EQ(cached.repeats[0].elapsed_ns, 5'000 * kUs + 20 * kUs + 10 * kUs);
}

TEST(ReplaySimulatedTest, ChannelsServeSoManyAtOnce) {
  const std::vector<std::string> rows(8, "0,10000,read,0,4096");
  EXPECT_EQ(Replay(rows, "sim:1m:read=100us:channels=4").repeats.at(0).elapsed_ns, 200 * kUs);
  EXPECT_EQ(Replay(rows, "sim:1m:read=100us").repeats.at(0).elapsed_ns, 800 * kUs);
}

TEST(ReplaySimulatedTest, EachDeviceOfATraceOnADriveOfItsOwn) {
  const std::string trace =
      ScratchFile("two.csv",
                  "queue_ns,complete_ns,op,offset_bytes,length_bytes,device,tid\n"
                  "0,10000,read,0,4096,sda,1\n10000,20000,read,0,4096,sdb,1\n");
  const std::string out = FreshScratchPath("two.json");
  const ProgramRun run =
      RunReplay({trace, "--map", "sda=sim:1m:read=1ms", "--map",
                 "sdb=raid1(sim:1m,sim:1m:read=3ms)", "-o", out, "--mode", "dependent"});
  EXPECT_EQ(run.code, 0) << run.err;
  const RunResult result = ResultOf(out);
  EXPECT_EQ(result.repeats.at(0).completion_ns, 4'000 * kUs);
  ASSERT_EQ(result.target.members.size(), 3u);
  EXPECT_EQ(result.repeats[0].volumes.at(1).mean_access_ns, 3'000 * kUs);
}

TEST(ReplaySimulatedTest, HoursAreOverAtOnce) {
  const RunResult result = Replay({"0,10000,read,0,4096", "1,10000,read,0,4096"}, "sim:1m:read=1h");
  EXPECT_EQ(result.repeats.at(0).elapsed_ns, 2 * int64_t{3'600'000'000} * kUs);
}

TEST(ReplaySimulatedTest, WhatNeedsAMediumIsRefused) {
  const auto error = [](std::vector<std::string> more) {
    more.insert(more.begin(), Trace({"0,10000,read,0,4096"}));
    const ProgramRun run = RunReplay(more);
    EXPECT_EQ(run.code, 2) << run.out;
    return run.err;
  };
  EXPECT_THAT(error({"--target", "sim:1m", "--create", "auto"}),
              HasSubstr("--create does not go with simulated drives, which hold no data"));
  EXPECT_THAT(error({"--target", "sim:1m", "--prime"}), HasSubstr("--prime does not go"));
  EXPECT_THAT(error({"--target", "sim:1m", "--verify", "end"}), HasSubstr("--verify does not go"));
  EXPECT_THAT(error({"--target", "sim:1m", "--engine", "io_uring"}),
              HasSubstr("--engine io_uring does not go"));
  EXPECT_THAT(error({"--target", absl::StrCat("raid0(sim:1m,", ScratchFile("real", ""), ")")}),
              HasSubstr("--target: column 14: simulated and real members have different clocks"));
  EXPECT_THAT(error({"--map", "sda=sim:1m", "--map", "sdb=" + ScratchFile("real", "")}),
              HasSubstr("--map sdb: simulated and real targets have different clocks"));
}

}  // namespace
}  // namespace ioreel
