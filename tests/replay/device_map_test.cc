#include "replay/plan/device_map.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/matchers.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

std::string Parsed(absl::string_view text) {
  const auto mapping = ParseDeviceMapping(text);
  return mapping.ok() ? mapping->device + " -> " + mapping->target
                      : std::string(mapping.status().message());
}

TEST(DeviceMapTest, W4NamesAreOpaque) {
  EXPECT_EQ(Parsed("sda=/dev/sdb"), "sda -> /dev/sdb");
  EXPECT_EQ(Parsed("\\\\.\\PhysicalDrive1=disk.img"), "\\\\.\\PhysicalDrive1 -> disk.img");
  EXPECT_EQ(Parsed("\"\\\\.\\PhysicalDrive1\"=disk.img"), "\\\\.\\PhysicalDrive1 -> disk.img");
  EXPECT_EQ(Parsed("cciss_c0d0=cciss/c0d0"), "cciss_c0d0 -> cciss/c0d0") << "cases.md S6";
  EXPECT_EQ(Parsed("\"a=b\"=c"), "a=b -> c");
  EXPECT_EQ(Parsed("\"a\"b\"=c"), "a\"b -> c");
  EXPECT_EQ(Parsed("a b=c d"), "a b -> c d");
}

TEST(DeviceMapTest, QuotesHoldWhatANameMayNotBeginOrEndWithAndEquals) {
  EXPECT_EQ(Parsed("\" a \"=c"), " a  -> c");
  EXPECT_EQ(Parsed("\"a\"\"=b\"=c"), "a\"=b -> c") << "two quotes are one";
  EXPECT_EQ(Parsed("\"\"\"a\"=c"), "\"a -> c");
  EXPECT_EQ(Parsed("\"a\"=raid1(\"b\"=c,\"d\")"), "a -> raid1(\"b\"=c,\"d\")")
      << "the first that closes";
  EXPECT_EQ(Parsed("  sda\t=  /dev/sdb "), "sda -> /dev/sdb");
  EXPECT_EQ(Parsed("\"a=b\" = c"), "a=b -> c");
}

TEST(DeviceMapTest, ATargetMayHoldAnything) {
  EXPECT_EQ(Parsed("sda=raid0(chunk=64k,/dev/sdb,/dev/sdc)"),
            "sda -> raid0(chunk=64k,/dev/sdb,/dev/sdc)");
}

TEST(DeviceMapTest, WhatIsNoneIsToldWithAnExample) {
  for (const char* text :
       {"", " ", "sda", "=x", " =x", "\"sda=x", "\"\"=x", "\"a\"\"=x", "\"a\"b"}) {
    EXPECT_THAT(Parsed(text), HasSubstr("is not DEVICE=TARGET")) << text;
  }
  EXPECT_THAT(Parsed("sda="), HasSubstr("names no target for sda"));
  EXPECT_THAT(Parsed("sda= "), HasSubstr("names no target for sda"));
}

// cases.md M3: any number of lines, comments allowed; btreplay crashed at one.
TEST(DeviceMapTest, M3AFileHoldsAnyNumberAndComments) {
  std::string text = "# from the old array\r\n\n";
  for (int i = 0; i < 3000; ++i) {
    text += "  sd" + std::to_string(i) + "=/dev/loop" + std::to_string(i) + "\t\r\n";
  }
  const auto mappings = ReadDeviceMap(ScratchFile("map", text + "last=end"));
  ASSERT_THAT(mappings, IsOk());
  ASSERT_EQ(mappings->size(), 3001u);
  EXPECT_EQ((*mappings)[0].device, "sd0");
  EXPECT_EQ((*mappings)[2999].device, "sd2999");
  EXPECT_EQ((*mappings)[2999].target, "/dev/loop2999");
  EXPECT_EQ((*mappings)[3000].target, "end");
}

TEST(DeviceMapTest, M3AFileMayBeginWithAByteOrderMark) {
  const auto mappings = ReadDeviceMap(ScratchFile("map", "\xef\xbb\xbf# x\r\nsda = /dev/sdb\r\n"));
  ASSERT_THAT(mappings, IsOk());
  ASSERT_EQ(mappings->size(), 1u);
  EXPECT_EQ((*mappings)[0].device, "sda");
  EXPECT_EQ((*mappings)[0].target, "/dev/sdb");
  EXPECT_THAT((*mappings)[0].origin, ::testing::EndsWith("map, line 2"));
  EXPECT_THAT(ReadDeviceMap(ScratchFile("map", absl::string_view("\xff\xfes\0=\0x\0", 8))),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("is no text in UTF-8")));
}

TEST(DeviceMapTest, M3ABadLineIsNamed) {
  EXPECT_THAT(
      ReadDeviceMap(ScratchFile("map", "a=b\n\n# x\nsdb /dev/sdc\n")),
      FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("map, line 4: \"sdb /dev/sdc\"")));
  EXPECT_THAT(ReadDeviceMap(ScratchFile("map", "# nothing\n")),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("maps no device")));
  EXPECT_THAT(ReadDeviceMap(ScratchPath("no such map")),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("no such map")));
}

}  // namespace
}  // namespace ioreel
