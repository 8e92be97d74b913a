#include "replay/target_spec.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include "replay/target_registry.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

std::vector<std::string> Paths(const TargetSpec& spec) {
  std::vector<std::string> paths;
  for (const TargetSpec::Leaf& leaf : spec.Leaves()) paths.push_back(leaf.path);
  return paths;
}

constexpr auto kBad = absl::StatusCode::kInvalidArgument;

TEST(TargetSpecTest, APathIsTakenAsItIs) {
  for (const char* path : {"/dev/loop0", "A(1),b=2.img", "./raid0(x)", "C:\\disk image", "x=y",
                           " /f", "f ", "\tf", " raid0(a)"}) {
    const auto spec = ParseTargetSpec(path);
    ASSERT_THAT(spec, IsOk()) << path;
    EXPECT_TRUE(spec->is_leaf());
    EXPECT_EQ(spec->path, path);
  }
}

TEST(TargetSpecTest, CompositionsNest) {
  const auto spec = ParseTargetSpec(
      "raid0(chunk=64k, raid1(/dev/sda, \"b,(\\\"2)\"),\tcache(fast=/f, slow=raid0(\" s \") ))");
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(spec->name, "raid0");
  EXPECT_EQ(spec->options.at("chunk").value, "64k");
  EXPECT_EQ(spec->options.at("chunk").column, 7u);
  ASSERT_EQ(spec->members.size(), 2u);
  EXPECT_EQ(spec->members[0].column, 18u);
  EXPECT_EQ(spec->members[1].options.at("fast").value, "/f");
  EXPECT_EQ(spec->members[1].options.at("fast").value_column, 57u);
  EXPECT_EQ(spec->members[1].members[0].role, "slow");
  EXPECT_EQ(Paths(*spec), (std::vector<std::string>{"/dev/sda", "b,(\"2)", " s "}));
}

TEST(TargetSpecTest, ErrorsPointAtTheColumn) {
  const struct {
    const char* text;
    const char* message;
  } kCases[] = {
      {"", "column 1: nothing is named"},
      {" \t", "column 1: nothing is named"},
      {"raid0(a,,b)", "column 9: expected a file"},
      {"raid0(a,b", "column 6: this '(' is never closed"},
      {"raid0(a,b) c", "column 12: nothing may follow"},
      {"raid0(chunk=,a)", "column 13: expected a value"},
      {"raid0(chunk=1,chunk=2,a)", "column 15: 'chunk' is given twice"},
      {"raid0(\"a", "column 7: this '\"' is never closed"},
      {"raid0(\"a\"b)", "column 10: expected ',' or ')'"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(ParseTargetSpec(c.text), FailsWith(kBad, HasSubstr(c.message))) << c.text;
  }
  EXPECT_THAT(ParseTargetSpec("raid0(a,,b)"),
              FailsWith(kBad, HasSubstr("\n  raid0(a,,b)\n          ^")));
}

TEST(TargetSpecTest, AnyTextIsATargetOrAnErrorWithinIt) {
  const std::string seeds[] = {
      "raid0(chunk=64k,raid1(read=closest,a,b),degraded(raid5(c,d,e),missing=1))",
      "cache(fast=\"a,\\\"b\",slow=concat(c, d),size=1g,policy=hot,mode=writeback,block=8k)",
      "raid0(chunk=64k,sim:1g:read=80us:channels=4,sim:2g:rate=100m)"};
  std::mt19937_64 random(1);
  int good = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::string text = seeds[i % 3];
    for (uint64_t n = random() % 4; n-- > 0;) {
      const size_t at = random() % text.size();
      const char byte = "(),=\"\\ 1azr"[random() % 12];
      if (random() % 2 == 0) {
        text.erase(at, 1 + random() % 3);
      } else {
        text.insert(at, 1, byte);
      }
      if (text.empty()) break;
    }
    const auto spec = ParseKnownTargetSpec(text);
    good += spec.ok();
    if (spec.ok()) {
      ASSERT_FALSE(spec->Leaves().empty()) << text;
      continue;
    }
    int column = 0;
    ASSERT_EQ(std::sscanf(std::string(spec.status().message()).c_str(), "column %d:", &column), 1)
        << text;
    ASSERT_GE(column, 1) << text;
    ASSERT_LE(column, static_cast<int>(text.size()) + 1) << text;
  }
  EXPECT_GT(good, 10'000);
}

// Nothing has been opened then.
TEST(TargetSpecTest, WhatIsNoTargetIsRefusedAtItsColumnWithWhatWasExpected) {
  const struct {
    const char* text;
    const char* message;
  } kCases[] = {
      {"tape(/dev/sda)", "column 1: 'tape' is no kind of target; there are raid0, "},
      {"raid0(a,tape(b))", "column 9: 'tape' is no kind of target"},
      {"raid0()", "column 1: raid0 takes at least 1 members, found 0"},
      {"raid1(a)", "column 1: raid1 takes at least 2 members, found 1"},
      {"raid0(chunk=6z,a)", "column 13: expected a size such as 64k or 10g, found '6z'"},
      {"raid0(chunk=0,a)", "column 13: expected a multiple of 4k, at most 1g, found '0'"},
      {"raid0(chunk=5k,a)", "column 13: expected a multiple of 4k, at most 1g, found '5k'"},
      {"raid0(chunk=2g,a)", "column 13: expected a multiple of 4k, at most 1g, found '2g'"},
      {"raid0(chunks=4k,a)", "column 7: 'chunks' is no option of raid0, which has chunk"},
      {"raid0(a,fast=raid0(b))", "column 14: 'fast' of raid0 names no member"},
      {"raid1(read=best,a,b)", "column 12: expected one of rotate, closest, first; found 'best'"},
      {"concat(chunk=4k,a)", "column 8: 'chunk' is no option of concat, which has none"},
      {"raid0(a,sim:hdd)", "column 9: simulated and real members have different clocks"},
      {"sim:", "column 5: sim:: a simulated drive has a size, as in sim:1g"},
      {"raid0(sim:1m,sim:0)", "column 18: sim:0: a simulated drive has a size"},
      {"raid0(sim:1m:write=5x)", "column 14: sim:1m:write=5x: "},
      {"sim:1m:seek=5ms", "column 8: sim:1m:seek=5ms: 'seek' is nothing of a simulated drive"},
      {"raid0(sim:eusb-4,sim:eusb-5)", "column 22: sim:eusb-5: no drive is called 'eusb-5'; there"},
      {"sim:eusb-4:state=full", "column 12: sim:eusb-4:state=full: expected state=fresh or state="},
      {"sim:eusb-4:write_cache=on", "'write_cache' is nothing of this drive, which has state="},
      {"sim:savvio-10k5:state=used", "which has write_cache=on|off and reorders=on|off"},
      {"sim:savvio-10k5:reorders=2", "expected on or off, found '2'"},
      {"sim:/nonesuch/d.toml", "column 5: sim:/nonesuch/d.toml: "},
      {"sim:1m:read=1ms:read=2ms", "'read' is given twice"},
      {"sim:1m:channels=0", "expected 1 to 65536 channels, found '0'"},
      {"sim:1m:rate=0", "rate=0 would never move a byte"},
      {"sim:1m:read=61m", "sim:1m:read=61m: expected at most 1h an I/O, found read=61m"},
      {"sim:1m:other=2000000h", "expected at most 1h an I/O, found other=2000000h"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(ParseKnownTargetSpec(c.text), FailsWith(kBad, HasSubstr(c.message))) << c.text;
  }
}

TEST(TargetSpecTest, ADriveMayTakeAnHourAnIo) {
  EXPECT_THAT(ParseKnownTargetSpec("sim:1m:read=1h:write=60m"), IsOk());
}

TEST(TargetSpecTest, ATargetHasNoMoreDrivesThanCanBeNumbered) {
  std::string drives;
  for (size_t i = 1; i < kMostTargetDevices; ++i) drives += drives.empty() ? "a" : ",a";
  EXPECT_THAT(ParseKnownTargetSpec("raid0(" + drives + ")"), IsOk());
  EXPECT_THAT(ParseKnownTargetSpec("raid0(" + drives + ",a)"),
              FailsWith(kBad, HasSubstr("at most 65535 drives, arrays and caches, found 65536")));
}

TEST(TargetSpecTest, DrivesThatHaveMoreThan64BitsTogetherAreRefused) {
  for (const std::string text : {"raid0(a,b)", "concat(a,b)", "raid1(raid0(a,b),c)"}) {
    const auto spec = ParseKnownTargetSpec(text);
    ASSERT_THAT(spec, IsOk());
    const std::vector<TargetDevice> devices(spec->Leaves().size(), {.size_bytes = 1ull << 63});
    EXPECT_THAT(MakeTarget(text, *spec, devices).status(),
                FailsWith(kBad, HasSubstr("its drives have more than 2^64 bytes together")));
  }
}

TEST(TargetSpecTest, ColumnsCountCharacters) {
  EXPECT_THAT(
      ParseKnownTargetSpec("raid0(größe.img,ärger(b))"),
      FailsWith(absl::StatusCode::kInvalidArgument,
                AllOf(HasSubstr("column 25: "), HasSubstr("\n  raid0(größe.img,ärger(b))\n" +
                                                          std::string(2 + 24, ' ') + "^"))));
}

TEST(TargetSpecTest, AFaultOfASimulatedDriveIsPointedAt) {
  const auto column = [](const std::string& text) {
    const std::string message(ParseKnownTargetSpec(text).status().message());
    return message.substr(0, message.find(':'));
  };
  EXPECT_EQ(column("raid0(sim:1g,sim:1g:read=fast)"), "column 21");
  EXPECT_EQ(column("raid0(sim:1g, sim:huge)"), "column 19");
  EXPECT_EQ(column("raid0(\"sim:1g:speed=2\",sim:1g)"), "column 15");
  EXPECT_EQ(column("sim:1g:read=1us:read=2us"), "column 17");
}

}  // namespace
}  // namespace ioreel
