#include "capture/side_decoder.h"

#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "base/bytes.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using Kind = SideEvent::Kind;

/// A format file with other offsets than any kernel's, so that fixed ones would fail.
std::string Format(const std::string& name, int id, const std::string& fields) {
  return absl::StrCat("name: ", name, "\nID: ", id,
                      "\nformat:\n"
                      "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
                      "\tfield:int common_pid;\toffset:12;\tsize:4;\tsigned:1;\n\n",
                      fields);
}
std::string Field(const std::string& declaration, int offset, int size) {
  return absl::StrCat("\tfield:", declaration, ";\toffset:", offset, ";\tsize:", size,
                      ";\tsigned:0;\n");
}

std::string BioFormat() {
  return Format("block_bio_queue", 7,
                Field("dev_t dev", 16, 4) + Field("char rwbs[8]", 20, 8) +
                    Field("unsigned int nr_sector", 28, 4) + Field("sector_t sector", 32, 8));
}

std::string BioBytes(uint32_t dev, std::string rwbs, uint32_t sectors, uint64_t sector) {
  std::string bytes;
  AppendInt<uint32_t>(&bytes, 7);
  bytes.resize(12, '\0');
  AppendInt<uint32_t>(&bytes, 4242);
  AppendInt<uint32_t>(&bytes, dev);
  rwbs.resize(8, '\0');
  bytes += rwbs;
  AppendInt<uint32_t>(&bytes, sectors);
  AppendInt<uint64_t>(&bytes, sector);
  return bytes;
}

TEST(SideDecoderTest, FindsWriteZeroesByTheFormatFile) {
  SideDecoder decoder;
  ASSERT_THAT(decoder.AddFormat(BioFormat()), IsOk());
  const auto event = decoder.Decode(99, BioBytes((7 << 20) | 3, "NS", 2048, 16));
  ASSERT_TRUE(event);
  EXPECT_EQ(event->kind, Kind::kSpecialBio);
  EXPECT_EQ(event->op, Op::kWriteZeroes);
  EXPECT_EQ(event->time_ns, 99);
  EXPECT_EQ(event->tid, 4242);
  EXPECT_EQ(event->major, 7u);
  EXPECT_EQ(event->minor, 3u);
  EXPECT_EQ(event->offset, 16u * 512);
  EXPECT_EQ(event->length, 2048u * 512);
  EXPECT_FALSE(decoder.Decode(99, BioBytes(1, "WS", 8, 16)));
  EXPECT_FALSE(decoder.Decode(99, BioBytes(1, "NS", 2048, 16).substr(0, 22)));
}

TEST(SideDecoderTest, ReadsTasks) {
  SideDecoder decoder;
  ASSERT_THAT(decoder.AddFormat(Format("task_newtask", 9,
                                       Field("pid_t pid", 16, 4) + Field("char comm[16]", 20, 16) +
                                           Field("unsigned long clone_flags", 36, 8))),
              IsOk());
  std::string bytes;
  AppendInt<uint32_t>(&bytes, 9);
  bytes.resize(12, '\0');
  AppendInt<uint32_t>(&bytes, 100);
  AppendInt<uint32_t>(&bytes, 101);
  bytes += std::string("worker one 15ch\0", 16);
  AppendInt<uint64_t>(&bytes, 0x10000);
  const auto event = decoder.Decode(5, bytes);
  ASSERT_TRUE(event);
  EXPECT_EQ(event->kind, Kind::kNewTask);
  EXPECT_EQ(event->tid, 101);
  EXPECT_EQ(event->other_tid, 100);
  EXPECT_TRUE(event->thread);
  EXPECT_STREQ(event->name, "worker one 15ch");
  EXPECT_FALSE(decoder.Decode(5, std::string("\x0a\0", 2) + bytes.substr(2)));
}

TEST(SideDecoderTest, RefusesAnEventWithoutWhatItNeeds) {
  SideDecoder decoder;
  EXPECT_THAT(decoder.AddFormat(Format("block_bio_queue", 7, Field("dev_t dev", 16, 4))),
              FailsWith(absl::StatusCode::kInvalidArgument, testing::HasSubstr("no field sector")));
  EXPECT_THAT(decoder.AddFormat(Format("other_event", 8, "")),
              FailsWith(absl::StatusCode::kInvalidArgument, testing::HasSubstr("other_event")));
}

TEST(SideDecoderTest, KnowsEverySpellingOfOps) {
  EXPECT_EQ(SpecialOp("N", 8), Op::kWriteZeroes);
  EXPECT_EQ(SpecialOp("NS", 8), Op::kWriteZeroes);
  EXPECT_EQ(SpecialOp("FNFS", 8), Op::kWriteZeroes);
  EXPECT_EQ(SpecialOp("WZS", 8), Op::kWriteZeroes);
  EXPECT_EQ(SpecialOp("N", 0), std::nullopt);
  EXPECT_EQ(SpecialOp("DES", 8), Op::kSecureErase);
  EXPECT_EQ(SpecialOp("DS", 8), std::nullopt);
  EXPECT_EQ(SpecialOp("ZA", 8), Op::kZoneAppend);
  EXPECT_EQ(SpecialOp("ZR", 0), Op::kZoneReset);
  EXPECT_EQ(SpecialOp("ZRA", 0), Op::kZoneResetAll);
  EXPECT_EQ(SpecialOp("ZO", 0), Op::kZoneOpen);
  EXPECT_EQ(SpecialOp("ZC", 0), Op::kZoneClose);
  EXPECT_EQ(SpecialOp("ZF", 0), Op::kZoneFinish);
  for (const char* plain : {"R", "RA", "RAM", "WS", "FWFS", "W", "F", "FF", "WFSM", ""}) {
    EXPECT_EQ(SpecialOp(plain, 8), std::nullopt) << plain;
  }
}

}  // namespace
}  // namespace ioreel
