#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/blktrace_bytes.h"
#include "tests/support/etl_bytes.h"
#include "tests/support/etl_trace.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using testing::HasSubstr;

/// What is lost, cut, damaged or unknown.

TEST(EtlDamageTest, UnknownDiskEventsAreRefusedAndCounted) {
  EtlRecordBytes short_one = {.ticks = kEtlStart, .payload = std::string(51, '\0')};
  ImportLog log;
  const WholeTrace trace =
      ReadEtl(EtlFileOf(EtlCompleted(1, {}, 0x0a, 3) + EtlCompleted(2, {}, 0x0a, 9) +
                        EtlCompleted(3, {}, 0x0a, 4) + short_one.Encode() +
                        EtlCompleted(4, {.offset = -512}) + EtlCompleted(5, {}, 0x34) +
                        EtlCompleted(6, {}, 0x50)),
              &log);
  EXPECT_EQ(trace.rows.queued.size(), 1u);
  EXPECT_EQ(EntryCount(log, "unknown_disk_event"), 2u);
  EXPECT_THAT(FindEntry(log, "unknown_disk_event")->explanation, HasSubstr("Read version 9"));
  EXPECT_EQ(FindEntry(log, "unknown_disk_event")->first_place, "test: byte 1168");
  EXPECT_EQ(EntryCount(log, "short_disk_event"), 1u);
  EXPECT_EQ(EntryCount(log, "impossible_disk_event"), 1u);
  EXPECT_EQ(EntryCount(log, "other_disk_event"), 1u) << "calls into drivers are none";
  EXPECT_TRUE(log.HasDataLoss());
}

TEST(EtlDamageTest, LossesOfTheSession) {
  EtlFileBytes file = EtlFileOf(EtlCompleted(100, {}) + EtlCompleted(900, {}));
  file.events_lost = 7;
  file.buffers_lost = 2;
  ImportLog log;
  const WholeTrace trace = ReadEtl(file, &log);
  EXPECT_EQ(trace.info.losses, (std::vector<LossWindow>{{-1, 0, 90'000, 9}}));
  EXPECT_TRUE(trace.info.tainted);
  EXPECT_EQ(EntryCount(log, "lost_events"), 9u);
  EXPECT_TRUE(log.HasDataLoss());
}

TEST(EtlDamageTest, AFlaggedBufferTellsWhereEventsWereLost) {
  EtlFileBytes file = EtlFileOf(EtlCompleted(100, {}) + EtlCompleted(200, {}));
  file.buffers.push_back(
      {.records = EtlCompleted(500, {}) + EtlCompleted(600, {}), .cpu = 2, .flags = 0x22});
  file.events_lost = 3;
  const WholeTrace trace = ReadEtl(file);
  EXPECT_EQ(trace.info.losses,
            (std::vector<LossWindow>{{-1, 0, 60'000, 2}, {2, 20'000, 60'000, 0}}));
  EXPECT_EQ(trace.info.LostEvents(), 3u);
}

TEST(EtlDamageTest, BuffersThatWereWrittenMustBeThere) {
  EtlFileBytes file = EtlFileOf(EtlCompleted(100, {}));
  file.buffers_written = 12;
  ImportLog log;
  const WholeTrace trace = ReadEtl(file, &log);
  EXPECT_EQ(EntryCount(log, "missing_buffers"), 10u);
  EXPECT_EQ(trace.info.LostEvents(), 10u);
  file.log_mode = 2;  // circular: they were written over
  ImportLog circular_log;
  EXPECT_FALSE(ReadEtl(file, &circular_log).info.tainted);
  EXPECT_TRUE(FindEntry(circular_log, "missing_buffers") == nullptr);
}

TEST(EtlDamageTest, GapsInTheNumbersOfBuffersAreMissingOnes) {
  EtlFileBytes file = EtlFileOf(EtlCompleted(100, {}));
  file.buffers.push_back({.records = EtlCompleted(200, {}), .sequence = 5});
  file.end_filetime = 0;  // so the header counts none
  file.buffers_written = 1;
  ImportLog log;
  ReadEtl(file, &log);
  EXPECT_EQ(EntryCount(log, "missing_buffers"), 3u);
  file.buffers[1].sequence = int64_t{1} << 60;
  ImportLog damaged_log;
  ReadEtl(file, &damaged_log);
  EXPECT_EQ(EntryCount(damaged_log, "missing_buffers"), 0u);
}

TEST(EtlDamageTest, ARecordingThatWasNeverStopped) {
  EtlFileBytes file = EtlFileOf(EtlCompleted(100, {}));
  file.end_filetime = 0;
  ImportLog log;
  EXPECT_EQ(ReadEtl(file, &log).rows.queued.size(), 1u);
  EXPECT_EQ(EntryCount(log, "not_stopped"), 1u);
}

TEST(EtlDamageTest, APreallocatedFileEndsWithZeros) {
  const std::string bytes = EtlFileOf(EtlCompleted(100, {})).Encode();
  ImportLog log;
  for (const size_t zeros : {1u, 71u, 72u, 100'000u})
    EXPECT_THAT(ReadText("etl", bytes + std::string(zeros, '\0'), {}, &log), IsOk()) << zeros;
  EXPECT_EQ(FindEntry(log, "damaged_buffer"), nullptr);
  EXPECT_THAT(ReadText("etl", bytes + std::string(100'000, '\0') + "x"),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("byte 102048: data behind")));
  EXPECT_THAT(ReadText("etl", bytes + std::string(100, '\0') + "x", {.tolerant = true}, &log),
              IsOk());
  EXPECT_EQ(EntryCount(log, "damaged_buffer"), 1u);
}

TEST(EtlDamageTest, ABufferOfATinyForm) {
  EtlFileBytes file = EtlFileOf(EtlCompleted(100, {}));
  file.buffers.push_back({.packed = FromHex("ffffff7f c0"), .used = 1 << 20});
  EXPECT_THAT(ReadText("etl", file.Encode()),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("not a buffer's header")))
      << "a thousand times larger than it is stored";
}

TEST(EtlDamageTest, CompressedBuffers) {
  const std::string records = EtlCompleted(100, {}) + EtlCompleted(200, {.offset = 512});
  EtlFileBytes file;
  file.buffers.push_back({.records = records, .packed = XpressLiterals(records)});
  const auto size = static_cast<char>(records.size() - 1);
  file.buffers.push_back({.records = records, .packed = std::string({size, '\x30'}) + records});
  EXPECT_EQ(ReadEtl(file).rows.queued.size(), 4u) << "XPRESS and LZNT1";
  file.buffers.push_back({.records = records, .packed = records});
  EXPECT_THAT(ReadText("etl", file.Encode()),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("neither XPRESS nor LZNT1")));
  ImportLog log;
  EXPECT_EQ(ReadEtl(file, &log, {.tolerant = true}).rows.queued.size(), 4u);
  EXPECT_EQ(EntryCount(log, "damaged_buffer"), 1u);
}

TEST(EtlDamageTest, WhatStandsBehindAnImpossibleHeaderIsFoundAgain) {
  EtlFileBytes file = EtlFileOf(EtlCompleted(100, {}));
  file.buffers.push_back({.records = EtlCompleted(200, {})});
  file.buffers.push_back({.records = EtlCompleted(300, {})});
  std::string bytes = file.Encode();
  bytes[2 * 1024 + 3] = '\x7f';  // the third buffer says that it has gigabytes
  EXPECT_THAT(ReadText("etl", bytes), FailsWith(absl::StatusCode::kDataLoss,
                                                HasSubstr("byte 2048: not a buffer's header")));
  ImportLog log;
  const auto trace = ReadText("etl", bytes, {.tolerant = true}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 2u);
}

TEST(EtlDamageTest, ADamagedRecordEndsItsBufferOnly) {
  EtlFileBytes file =
      EtlFileOf(EtlCompleted(100, {}) + FromHex("1100 0005 0000 0a01") + EtlCompleted(150, {}));
  file.buffers.push_back({.records = EtlCompleted(200, {})});
  ImportLog log;
  EXPECT_EQ(ReadEtl(file, &log).rows.queued.size(), 2u);
  EXPECT_EQ(EntryCount(log, "damaged_record"), 1u);
  EXPECT_EQ(FindEntry(log, "damaged_record")->first_place, "test: byte 1168");
  EXPECT_TRUE(log.HasDataLoss());
}

TEST(EtlDamageTest, WithoutALogHeaderItIsNoTrace) {
  EXPECT_THAT(ReadText("etl", std::string(5000, 'x'), {.tolerant = true}),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("not an event trace")));
  std::string bytes = EtlFileOf(EtlCompleted(100, {})).Encode();
  EXPECT_THAT(ReadText("etl", bytes.substr(1024)),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("log header")));
  bytes[72 + 32 + 44] = 5;  // pointers of five bytes
  EXPECT_THAT(ReadText("etl", bytes),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("log header")));
  EXPECT_THAT(ReadText("etl", EtlBufferBytes{}.Encode()),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("the trace is empty")));
}

TEST(EtlDamageTest, WithoutACompletionThereIsNoIo) {
  EXPECT_THAT(ReadText("etl", EtlFileOf(EtlBegun(1, {.irp = 3})).Encode()),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("holds 1 disk events, but no "
                                                                      "completion")));
}

}  // namespace
}  // namespace ioreel
