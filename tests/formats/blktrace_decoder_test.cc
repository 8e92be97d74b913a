#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <sstream>
#include <vector>

#include "absl/strings/str_cat.h"
#include "formats/blktrace/stream_decoder.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;

/// "Q 0", "lost cpu1 5", "note dd": what came out, in order.
std::vector<std::string> DecodeInPieces(const std::string& bytes, size_t piece, ImportLog* log) {
  BlktraceDecoder decoder("t", log);
  std::vector<std::string> out;
  BlktraceItem item;
  const auto drain = [&] {
    while (decoder.Next(&item)) {
      const StageEvent& event = item.raw.event;
      if (item.is_note) {
        out.push_back(absl::StrCat("note ", item.note.text));
      } else if (event.stage == Stage::kLost) {
        out.push_back(absl::StrCat("lost cpu", event.cpu, " ", event.length, " @", event.time_ns));
      } else {
        out.push_back(absl::StrCat(StageName(event.stage), " ", event.time_ns));
      }
    }
  };
  for (size_t at = 0; at < bytes.size(); at += piece) {
    Feed(absl::string_view(bytes).substr(at, piece), &decoder);
    drain();
  }
  decoder.End();
  drain();
  return out;
}

/// Whatever the pieces, the outcome is one.
std::vector<std::string> DecodeAll(const std::string& bytes, ImportLog* log) {
  const std::vector<std::string> whole = DecodeInPieces(bytes, bytes.size(), log);
  for (const size_t piece : {1, 7, 48, 64}) {
    ImportLog other;
    EXPECT_EQ(DecodeInPieces(bytes, piece, &other), whole) << piece;
    EXPECT_EQ(other.entries().size(), log->entries().size()) << piece;
  }
  return whole;
}

std::string At(int64_t time, uint32_t cpu = 0, std::string payload = "") {
  return BlktraceBytes{
      .time_ns = static_cast<uint64_t>(time), .cpu = cpu, .payload = std::move(payload)}
      .Encode();
}
std::string PrefixedAt(int64_t time, uint32_t cpu = 0) {
  return BlktraceBytes{.time_ns = static_cast<uint64_t>(time), .cpu = cpu}.EncodeWithContext();
}

TEST(BlktraceDecoderTest, UnalignedRecordsInAnyPieces) {
  ImportLog log;
  EXPECT_THAT(DecodeAll(At(1, 0, "odd") + At(2) + At(3, 0, "12345"), &log),
              ElementsAre("Q 1", "Q 2", "Q 3"));
  EXPECT_TRUE(log.entries().empty());
}

TEST(BlktraceDecoderTest, ContextPrefixes) {
  ImportLog log;
  EXPECT_THAT(DecodeAll(PrefixedAt(1) + PrefixedAt(2), &log), ElementsAre("Q 1", "Q 2"));
  EXPECT_TRUE(log.entries().empty());
}

TEST(BlktraceDecoderTest, LostLinesComeBeforeTheNextEventOfTheirCpu) {
  ImportLog log;
  EXPECT_THAT(
      DecodeAll("CPU:1 [LOST 12 EVENTS]\n" + PrefixedAt(1, 0) + "CPU:0 [LOST EVENTS]\n" +
                    PrefixedAt(2, 0) + PrefixedAt(3, 1) + "CPU:3 [LOST 4 EVENTS]\n",
                &log),
      ElementsAre("Q 1", "lost cpu0 0 @2", "Q 2", "lost cpu1 12 @3", "Q 3", "lost cpu3 4 @3"));
  EXPECT_TRUE(log.entries().empty());
}

TEST(BlktraceDecoderTest, BadBytesAreSkippedCountedAndBreakThePairing) {
  ImportLog log;
  const std::string bytes = At(1) + "rubbish!" + At(2) + "more" + At(3);
  EXPECT_THAT(DecodeAll(bytes, &log),
              ElementsAre("Q 1", "lost cpu65535 0 @2", "Q 2", "lost cpu65535 0 @3", "Q 3"));
  ASSERT_EQ(log.entries().size(), 1u);
  EXPECT_EQ(log.entries()[0].name, "bad_bytes");
  EXPECT_EQ(log.entries()[0].count, 2u);
  EXPECT_EQ(log.entries()[0].first_place, "t: byte 48");
  EXPECT_TRUE(log.HasDataLoss());
}

TEST(BlktraceDecoderTest, AnImplausibleHeaderIsDamage) {
  ImportLog log;
  std::string bad = At(2);
  bad[47] = '\xff';  // the payload would be 65,280 bytes
  EXPECT_THAT(DecodeAll(At(1) + bad + At(3), &log),
              ElementsAre("Q 1", "lost cpu65535 0 @3", "Q 3"));
  EXPECT_EQ(log.entries()[0].first_place, "t: byte 48");
}

TEST(BlktraceDecoderTest, ACutRecordIsCountedAndTheRestKept) {
  for (const size_t cut : {1, 3, 4, 40, 47, 50}) {
    ImportLog log;
    const std::string bytes = At(1) + At(2, 0, "payload").substr(0, cut);
    EXPECT_THAT(DecodeAll(bytes, &log), ElementsAre("Q 1", "lost cpu65535 0 @1")) << cut;
    ASSERT_EQ(log.entries().size(), 1u) << cut;
    EXPECT_EQ(log.entries()[0].name, "cut_record");
    EXPECT_EQ(log.entries()[0].first_place, "t: byte 48");
  }
}

TEST(BlktraceDecoderTest, AnyFlippedByteCostsAtMostTwoRecords) {
  const std::string bytes = At(1) + At(2, 0, "payload") + At(3) + At(4, 1) + At(5);
  for (size_t at = 0; at < bytes.size(); ++at) {
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      std::string bad = bytes;
      bad[at] = static_cast<char>(bad[at] ^ flip);
      ImportLog log;
      const std::vector<std::string> out = DecodeInPieces(bad, bad.size(), &log);
      const auto events = std::count_if(out.begin(), out.end(), [](const std::string& text) {
        return text.substr(0, 4) != "lost" && text.substr(0, 4) != "note";
      });
      EXPECT_GE(events, 3) << at;
      EXPECT_LE(events, 5) << at;
    }
  }
}

TEST(BlktraceDecoderTest, OtherVersionsAreNamedNotMisread) {
  ImportLog log;
  const std::string v9 = BlktraceBytes{.version = 9}.Encode();
  EXPECT_THAT(DecodeAll(v9 + v9, &log), ElementsAre("lost cpu65535 0 @0"));
  ASSERT_EQ(log.entries().size(), 1u);
  EXPECT_EQ(log.entries()[0].name, "foreign_version");
  EXPECT_THAT(log.entries()[0].explanation, ::testing::HasSubstr("version 9"));
}

std::string Version8(uint64_t time_ns, const std::string& payload = "", uint32_t code = 1) {
  return BlktraceBytes{.code = code, .time_ns = time_ns, .version = 8, .payload = payload}.Encode();
}

TEST(BlktraceDecoderTest, Version8StandsAloneOrAmongVersion7) {
  ImportLog log;
  EXPECT_THAT(DecodeAll(Version8(1, "odd") + At(2) + Version8(3) + Version8(4, "12345678"), &log),
              ElementsAre("Q 1", "Q 2", "Q 3", "Q 4"));
  EXPECT_TRUE(log.entries().empty());
}

TEST(BlktraceDecoderTest, DamageAmongVersion8CostsNoRecordBehindIt) {
  ImportLog log;
  EXPECT_THAT(DecodeAll(Version8(1) + "rubbish" + Version8(2) + Version8(3).substr(0, 60), &log),
              ElementsAre("Q 1", "lost cpu65535 0 @2", "Q 2", "lost cpu65535 0 @2"));
}

TEST(BlktraceDecoderTest, PlugsOfZonesAreCountedAndNoLoss) {
  ImportLog log;
  EXPECT_THAT(DecodeAll(Version8(1) + Version8(2, "", 18) + Version8(3, "", 19), &log),
              ElementsAre("Q 1"));
  ASSERT_EQ(log.entries().size(), 1u);
  EXPECT_EQ(log.entries()[0].name, "zone_plug");
  EXPECT_EQ(log.entries()[0].count, 2u);
  EXPECT_FALSE(log.HasDataLoss());
}

TEST(BlktraceDecoderTest, UnknownActionsAreCounted) {
  ImportLog log;
  EXPECT_THAT(DecodeAll(At(1) + BlktraceBytes{.code = 40}.Encode() + At(2), &log),
              ElementsAre("Q 1", "Q 2"));
  ASSERT_EQ(log.entries().size(), 1u);
  EXPECT_EQ(log.entries()[0].name, "unknown_action");
}

std::map<std::string, int> CountSample(const std::string& path, ImportLog* log) {
  std::ifstream file(path, std::ios::binary);
  std::stringstream bytes;
  bytes << file.rdbuf();
  BlktraceDecoder decoder(path, log);
  Feed(bytes.str(), &decoder);
  decoder.End();
  std::map<std::string, int> counts;
  BlktraceItem item;
  while (decoder.Next(&item)) {
    ++counts[item.is_note ? "note" : std::string(StageName(item.raw.event.stage))];
    if (item.raw.event.stage == Stage::kLost) counts["lost events"] += item.raw.event.length;
  }
  return counts;
}

TEST(BlktraceDecoderTest, PipeSampleWithContext) {
  SKIP_WITHOUT_SHARED(path, "samples/bin_ctx.dat");
  ImportLog log;
  int records = 0;
  for (const auto& [name, count] : CountSample(path, &log)) records += count;
  EXPECT_EQ(records, 627);
  EXPECT_TRUE(log.entries().empty());
}

TEST(BlktraceDecoderTest, PipeSampleWithLosses) {
  SKIP_WITHOUT_SHARED(path, "samples/lost.dat");
  ImportLog log;
  const auto counts = CountSample(path, &log);
  EXPECT_EQ(counts.at("lost"), 2);
  EXPECT_EQ(counts.at("lost events"), 9958 + 13376);
  EXPECT_TRUE(log.entries().empty());
}

}  // namespace
}  // namespace ioreel
