#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;

class InfoCommandTest : public testing::Test {
 protected:
  void TearDown() override {
    std::filesystem::remove(path_);
    std::filesystem::remove(path_ + ".folder");
  }

  std::string Write(absl::string_view contents) {
    EXPECT_THAT(WriteFile(path_, contents), IsOk());
    return path_;
  }

  const std::string path_ = absl::StrCat(testing::TempDir(), "/info_command_test.", getpid());
};

constexpr char kIolog[] =
    "fio version 3 iolog\n"
    "10 /dev/sdz add\n"
    "20 /dev/sdz open\n"
    "30 /dev/sdz write 0 4096\n"
    "40 /dev/sdz write 4096 4096\n"
    "50 /dev/sdz read 65536 512\n"
    "60 /dev/sdz trim 1048576 8192\n";

TEST_F(InfoCommandTest, PrintsWhatATraceHolds) {
  const ProgramRun run = RunIoreel({"info", Write(kIolog)});
  EXPECT_EQ(run.code, 0);
  EXPECT_EQ(run.err, "");
  EXPECT_THAT(run.out, AllOf(HasSubstr("source   fio-iolog"), HasSubstr("state    complete\n"),
                             ContainsRegex("\n  write +2 +8 KiB +0\n"),
                             ContainsRegex("\n  discard +1 +8 KiB +0\n"),
                             ContainsRegex("\nsequential on the device +33.3 %\n")));
}

TEST_F(InfoCommandTest, JsonCounts) {
  const ProgramRun run = RunIoreel({"info", "--json", Write(kIolog)});
  ASSERT_EQ(run.code, 0);
  const json info = json::parse(run.out);
  EXPECT_EQ(info["complete"], true);
  EXPECT_EQ(info["lost"], 0);
  EXPECT_EQ(info["queue"]["count"], 4);
  EXPECT_EQ(info["queue"]["ops"]["write"]["bytes"], 8192);
  EXPECT_EQ(info["devices"][0]["name"], "/dev/sdz");
  EXPECT_EQ(info["devices"][0]["end_bytes"], 1048576 + 8192);
  EXPECT_EQ(info["file_bytes"], sizeof(kIolog) - 1);
}

TEST_F(InfoCommandTest, WhatIsUnknownIsNullInJson) {
  const json info = json::parse(RunIoreel({"info", "--json", Write("0, 4096, 512\n")}).out);
  for (const char* key : {"writer", "start_wall_ns", "start_clock_ns", "clock", "command"})
    EXPECT_TRUE(info[key].is_null()) << key;
  for (const auto& [key, value] : info["host"].items()) EXPECT_TRUE(value.is_null()) << key;
  const json& device = info["devices"][0];
  for (const char* key : {"name", "major", "minor", "size_bytes", "model", "parent", "scheduler",
                          "write_cache", "filesystem", "mount_point"})
    EXPECT_TRUE(device[key].is_null()) << key;
  for (const char* key : {"busy_ns", "in_flight_ns", "idle_share", "mean_depth", "max_depth"})
    EXPECT_TRUE(info["queue"][key].is_null()) << key;
  EXPECT_TRUE(info["issue"]["span_ns"].is_null());
  EXPECT_EQ(info["queue"]["count"], 1);
}

TEST_F(InfoCommandTest, NamesDoNotSteerTheTerminal) {
  TraceInMemory trace = RandomTrace({.chunks = 1});
  trace.info.devices[0].name = "sd\x1b[2Ja";
  trace.info.host.hostname = "two\nlines";
  for (TaskInfo& task : trace.info.tasks) task.name = "be\x07ll";
  const ProgramRun run = RunIoreel({"info", WriteContainer(trace)});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("sd\\x1b[2Ja"), HasSubstr("on two\\nlines"), HasSubstr("be\\x07ll")));
  EXPECT_EQ(run.out.find_first_of("\x1b\x07"), std::string::npos);
  const ProgramRun error = RunIoreel({"info", "/no/such\x1b[2J"});
  EXPECT_THAT(error.err, HasSubstr("/no/such\\x1b[2J"));
}

TEST_F(InfoCommandTest, CountsOfARealTraceAreThoseOfItsManifest) {
  SKIP_WITHOUT_SHARED(path, "traces/csv/blkreplay/linux-mysql.load.gz");
  const ProgramRun run = RunIoreel({"info", "--json", path});
  ASSERT_EQ(run.code, 0) << run.err;
  const json info = json::parse(run.out);
  EXPECT_EQ(info["queue"]["ops"]["read"]["count"], 7187);
  EXPECT_EQ(info["queue"]["ops"]["read"]["bytes"], 82907136);
  EXPECT_EQ(info["queue"]["ops"]["write"]["count"], 73607);
  EXPECT_EQ(info["queue"]["ops"]["write"]["bytes"], 1101479936);
  EXPECT_EQ(info["devices"][0]["end_bytes"], 32556998656);
  EXPECT_EQ(info["span_ns"], 3599890074831);
}

TEST_F(InfoCommandTest, BothLevelsOfARecordingAreThoseOfItsManifest) {
  SKIP_WITHOUT_SHARED(part, "traces/own/d_real.blktrace.0");
  const ProgramRun run = RunIoreel({"info", "--json", part});
  ASSERT_EQ(run.code, 0) << run.err;
  const json info = json::parse(run.out);
  EXPECT_EQ(info["queue"]["count"], 7064);
  EXPECT_EQ(info["issue"]["count"], 3896);
  EXPECT_EQ(info["issue"]["ops"]["flush"]["count"], 619);
  const json stages = {{"Q", 7064}, {"M", 3721}, {"G", 3400}, {"D", 3896}, {"C", 4267},
                       {"U", 1341}, {"P", 1389}, {"I", 437},  {"UT", 48},  {"X", 57}};
  EXPECT_EQ(info["stage_events"], stages);
  EXPECT_EQ(info["lost"], 0);
}

TEST_F(InfoCommandTest, AnUnfinishedRecordingShowsWhatIsThere) {
  const TraceInMemory trace = RandomTrace({.chunks = 4});
  const std::string path = WriteContainer(trace, /*finish=*/false);
  const ProgramRun run = RunIoreel({"info", path});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, HasSubstr("state    incomplete: its recording never ended"));
  const json info = json::parse(RunIoreel({"info", "--json", path}).out);
  EXPECT_EQ(info["complete"], false);
  size_t queued = 0, requests = 0;
  for (const TraceChunk& chunk : trace.chunks) {
    queued += chunk.queued.size();
    requests += chunk.requests.size();
  }
  EXPECT_EQ(info["queue"]["count"], queued);
  EXPECT_EQ(info["issue"]["count"], requests);
}

TEST_F(InfoCommandTest, ADamagedTraceIsOneLineWithItsPlace) {
  const std::string path = WriteContainer(RandomTrace({.chunks = 4}));
  EXPECT_EQ(RunIoreel({"info", path}).code, 0);
  std::string bytes = *ReadFile(path);
  bytes[bytes.size() / 2] ^= 1;
  ASSERT_THAT(WriteFile(path, bytes), IsOk());
  const ProgramRun run = RunIoreel({"info", path});
  EXPECT_EQ(run.code, 1);
  EXPECT_EQ(run.out, "");
  EXPECT_THAT(run.err, MatchesRegex("ioreel info: " + path + ": block [0-9]+ [^\n]*byte [^\n]+\n"));
}

TEST_F(InfoCommandTest, ExtremeValuesGiveFiguresOrOneLine) {
  for (uint32_t seed = 1; seed < 6; ++seed) {
    const std::string path = WriteContainer(RandomTrace({.seed = seed, .extreme = true}));
    const ProgramRun run = RunIoreel({"info", "--json", path});
    if (run.code == 0) continue;
    EXPECT_EQ(run.code, 1);
    EXPECT_THAT(run.err, MatchesRegex("ioreel info: [^\n]+: the trace is out of order\n"));
  }
}

TEST_F(InfoCommandTest, WhatIsNoTraceIsOneLine) {
  const ProgramRun text = RunIoreel({"info", Write("hello\n")});
  EXPECT_EQ(text.code, 1);
  EXPECT_EQ(text.out, "");
  EXPECT_THAT(text.err, MatchesRegex("ioreel info: " + path_ + ": [^\n]+\n"));
  EXPECT_EQ(RunIoreel({"info", Write("")}).code, 1);
  EXPECT_EQ(RunIoreel({"info", path_ + ".none"}).code, 1);
  std::filesystem::create_directory(path_ + ".folder");
  EXPECT_EQ(RunIoreel({"info", path_ + ".folder"}).code, 1);
  EXPECT_EQ(RunIoreel({"info"}).code, 2);
}

TEST_F(InfoCommandTest, TolerantCountsWhatItSkips) {
  const std::string path = Write(absl::StrCat(kIolog, "70 /dev/sdz levitate 0 1\n"));
  EXPECT_EQ(RunIoreel({"info", path}).code, 1);
  const ProgramRun run = RunIoreel({"info", "--tolerant", path});
  EXPECT_EQ(run.code, 0);
  EXPECT_THAT(run.out, AllOf(HasSubstr("state    complete, tainted\n"), HasSubstr("line 8")));
}

}  // namespace
}  // namespace ioreel
