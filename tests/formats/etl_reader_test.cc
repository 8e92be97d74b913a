#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/blktrace_bytes.h"
#include "tests/support/etl_bytes.h"
#include "tests/support/matchers.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

using testing::HasSubstr;
using Header = EtlRecordBytes::Header;

constexpr int64_t kStart = 1'000'000;  ///< ticks of 100 ns
constexpr uint8_t kRead = 0x0a, kWrite = 0x0b, kReadInit = 0x0c, kFlush = 0x0e;

std::string Completed(int64_t ticks, const EtlDiskBytes& io, uint8_t opcode = kRead,
                      int version = 3) {
  return EtlRecordBytes{.opcode = opcode,
                        .version = static_cast<uint8_t>(version),
                        .ticks = kStart + ticks,
                        .payload = io.Transfer(8, version)}
      .Encode();
}

std::string Begun(int64_t ticks, const EtlDiskBytes& io, uint8_t opcode = kReadInit) {
  return EtlRecordBytes{.header = Header::kSystem,
                        .opcode = opcode,
                        .ticks = kStart + ticks,
                        .payload = io.Init(8, 3)}
      .Encode();
}

/// A file of one buffer after the header's.
EtlFileBytes FileOf(const std::string& records) {
  EtlFileBytes file;
  file.buffers.push_back({.records = records, .cpu = 2, .sequence = 1});
  return file;
}

WholeTrace Read(const EtlFileBytes& file, ImportLog* log = nullptr,
                const ReadOptions& options = {}) {
  auto trace = ReadText("etl", file.Encode(), options, log);
  EXPECT_THAT(trace, IsOk());
  return trace.ok() ? *trace : WholeTrace{};
}

uint64_t Count(const ImportLog& log, absl::string_view name) {
  const ImportLog::Entry* entry = FindEntry(log, name);
  return entry == nullptr ? 0 : entry->count;
}

TEST(EtlReaderTest, ACompletionIsAQueuedIo) {
  const EtlDiskBytes io = {.disk = 1,
                           .irp_flags = 0x80043,
                           .length = 512,
                           .offset = 0x20'0000'0000,
                           .irp = 0xa0,
                           .response = 3'000,
                           .tid = 44};
  ImportLog log;
  const WholeTrace trace = Read(FileOf(Begun(2'001, io) + Completed(5'000, io)), &log);
  ASSERT_EQ(trace.rows.queued.size(), 1u);
  EXPECT_EQ(trace.rows.queued[0], (QueuedIo{.queue_ns = 200'000,
                                            .complete_ns = 500'000,
                                            .offset = 0x20'0000'0000,
                                            .length = 512,
                                            .task = 0,
                                            .cpu = 2,
                                            .priority = 4,
                                            .flags = kSync | kPaging}));
  EXPECT_TRUE(trace.rows.requests.empty());
  EXPECT_EQ(trace.info.devices[0].name, "\\\\.\\PhysicalDrive1");
  EXPECT_EQ(trace.info.tasks[0].tid, 44);
  EXPECT_EQ(trace.info.source, "etw");
  EXPECT_EQ(trace.info.start_wall_ns, 1'655'526'400'000'000'000);
  EXPECT_EQ(trace.info.start_clock_ns, 100'000'000);
  EXPECT_EQ(trace.info.clock_resolution_ns, 100);
  EXPECT_EQ(trace.info.host.kernel, "Windows NT 6.1.7601 64-bit");
  EXPECT_EQ(trace.info.notes.at("etw_session"), "Test session");
  EXPECT_FALSE(trace.info.tainted);
  EXPECT_EQ(Count(log, "unknown_thread"), 1u);
  EXPECT_EQ(log.entries().size(), 1u);
}

TEST(EtlReaderTest, BuffersOfSeveralCpusInAnyOrder) {
  EtlFileBytes file;
  const auto buffer = [&](uint16_t cpu, int64_t sequence, std::vector<int64_t> ticks) {
    EtlBufferBytes bytes = {.cpu = cpu, .sequence = sequence};
    for (const int64_t at : ticks)
      bytes.records += Completed(at, {.offset = at * 512, .response = 10});
    file.buffers.push_back(bytes);
  };
  buffer(1, 3, {700, 900});
  buffer(0, 2, {600, 800});
  buffer(1, 1, {100, 300, 400});  // wrapped: circular
  buffer(0, 4, {850, 1000});
  const WholeTrace trace = Read(file);
  std::vector<uint64_t> offsets;
  for (const QueuedIo& io : trace.rows.queued) offsets.push_back(io.offset / 512);
  EXPECT_EQ(offsets, (std::vector<uint64_t>{100, 300, 400, 600, 700, 800, 850, 900, 1000}));
}

TEST(EtlReaderTest, RowsAreInOrderOfTheirBegin) {
  const WholeTrace trace = Read(FileOf(Completed(100, {.offset = 512, .response = 10}) +
                                       Completed(200, {.offset = 1024, .response = 190})));
  ASSERT_EQ(trace.rows.queued.size(), 2u);
  EXPECT_EQ(trace.rows.queued[0].offset, 1024u);
  EXPECT_EQ(trace.rows.queued[0].queue_ns, 1'000);
}

TEST(EtlReaderTest, VersionsSideBySide) {
  for (const int pointer_bytes : {4, 8}) {
    std::string records;
    for (const int version : {0, 1, 2, 3}) {
      const EtlDiskBytes io = {.offset = version * 4096, .irp = 0xa0, .response = 50, .tid = 9};
      records += EtlRecordBytes{.header = Header::kSystem,
                                .pointer_bytes = pointer_bytes,
                                .version = static_cast<uint8_t>(version),
                                .ticks = kStart + 1'000 * (version + 1),
                                .tid = 77,
                                .payload = io.Transfer(pointer_bytes, version)}
                     .Encode();
    }
    EtlFileBytes file = FileOf(records);
    file.pointer_bytes = pointer_bytes;
    ImportLog log;
    const WholeTrace trace = Read(file, &log);
    ASSERT_EQ(trace.rows.queued.size(), 4u);
    const QueuedIo& oldest = trace.rows.queued[0];
    EXPECT_EQ(oldest.queue_ns, 100'000) << "when it was complete";
    EXPECT_EQ(oldest.complete_ns, kNoTime);
    EXPECT_EQ(oldest.flags, kInventedTime);
    for (size_t i = 1; i < 4; ++i) {
      EXPECT_EQ(trace.rows.queued[i].complete_ns - trace.rows.queued[i].queue_ns, 5'000);
      EXPECT_EQ(trace.rows.queued[i].flags, 0);
    }
    EXPECT_EQ(trace.rows.queued[2].task, kNoTask) << "who logs a completion did not issue it";
    EXPECT_EQ(trace.info.tasks[trace.rows.queued[3].task].tid, 9);
    EXPECT_EQ(Count(log, "no_start"), 1u);
    EXPECT_EQ(Count(log, "no_thread"), 3u);
  }
}

TEST(EtlReaderTest, AnInitTellsWhatItsCompletionDoesNot) {
  const EtlDiskBytes io = {.irp = 0xa0};
  const std::string init = EtlRecordBytes{.header = Header::kCompact,
                                          .opcode = kReadInit,
                                          .version = 2,
                                          .ticks = kStart + 40,
                                          .tid = 77,
                                          .payload = io.Init(8, 2)}
                               .Encode();
  const WholeTrace trace =
      Read(FileOf(init + Completed(90, {.irp = 0xa0, .response = 49}, kRead, 2)));
  ASSERT_EQ(trace.rows.queued.size(), 1u);
  EXPECT_EQ(trace.rows.queued[0].queue_ns, 4'100) << "the response time is more exact";
  EXPECT_EQ(trace.info.tasks[trace.rows.queued[0].task].tid, 77);
}

TEST(EtlReaderTest, UnfinishedOnesAreCounted) {
  const EtlDiskBytes a = {.irp = 0xa0, .response = 10}, b = {.irp = 0xb0};
  ImportLog log;
  const WholeTrace trace = Read(FileOf(Begun(1, a) +                     // its completion was lost
                                       Begun(5, a) + Completed(20, a) +  // the IRP is used again
                                       Begun(30, b)),                    // in flight at the end
                                &log);
  EXPECT_EQ(trace.rows.queued.size(), 1u);
  EXPECT_EQ(Count(log, "unfinished"), 2u);
  EXPECT_EQ(trace.info.stage_events,
            (std::map<std::string, uint64_t>{{"Read", 1}, {"ReadInit", 3}}));
}

TEST(EtlReaderTest, AnInitOfAnotherOpIsOfAnotherIo) {
  const EtlDiskBytes io = {.irp = 0xa0, .response = 5};
  ImportLog log;
  const WholeTrace trace = Read(FileOf(Begun(1, io) + Completed(20, io, kWrite)), &log);
  ASSERT_EQ(trace.rows.queued.size(), 1u);
  EXPECT_EQ(trace.rows.queued[0].cpu, kNoCpu);
  EXPECT_EQ(Count(log, "unfinished"), 1u);
}

TEST(EtlReaderTest, OpticalDrivesAreDevicesOfTheirOwn) {
  const WholeTrace trace = Read(FileOf(Completed(10, {}, kRead) + Completed(20, {}, 0x37) +
                                       Completed(30, {.disk = 5}, kWrite)));
  ASSERT_EQ(trace.info.devices.size(), 3u);
  EXPECT_EQ(trace.info.devices[0].name, "\\\\.\\PhysicalDrive0");
  EXPECT_EQ(trace.info.devices[1].name, "\\\\.\\CdRom0");
  EXPECT_EQ(trace.info.devices[2].name, "\\\\.\\PhysicalDrive5");
}

TEST(EtlReaderTest, TheDiskProviderIsReadWhereTheKernelIsSilent) {
  const std::string by_provider =
      EtlRecordBytes{
          .header = Header::kManifest,
          .version = 0,
          .id = kWrite,
          .ticks = kStart + 100,
          .tid = 55,
          .provider = FromHex("9ae6bdc7e0e17741b6ef283ad1525271"),
          .payload = EtlDiskBytes{.offset = 512, .irp = 1, .response = 40}.Transfer(8, 2)}
          .Encode();
  ImportLog log;
  const WholeTrace alone = Read(FileOf(by_provider), &log);
  ASSERT_EQ(alone.rows.queued.size(), 1u);
  EXPECT_EQ(alone.rows.queued[0].op, Op::kWrite);
  EXPECT_EQ(alone.rows.queued[0].queue_ns, 6'000);
  EXPECT_EQ(alone.rows.queued[0].task, kNoTask) << "its header has who completed it";
  ImportLog both_log;
  const WholeTrace both = Read(FileOf(by_provider + Completed(101, {}, kWrite)), &both_log);
  EXPECT_EQ(both.rows.queued.size(), 1u);
  EXPECT_EQ(Count(both_log, "told_twice"), 1u);
  EXPECT_EQ(both.info.stage_events.at("Write"), 1u);
  EXPECT_EQ(alone.info.stage_events.at("Write"), 1u);
}

TEST(EtlReaderTest, UnknownDiskEventsAreRefusedAndCounted) {
  EtlRecordBytes short_one = {.ticks = kStart, .payload = std::string(51, '\0')};
  ImportLog log;
  const WholeTrace trace =
      Read(FileOf(Completed(1, {}, kRead, 3) + Completed(2, {}, kRead, 9) +
                  Completed(3, {}, kRead, 4) + short_one.Encode() + Completed(4, {.offset = -512}) +
                  Completed(5, {}, 0x34) + Completed(6, {}, 0x50)),
           &log);
  EXPECT_EQ(trace.rows.queued.size(), 1u);
  EXPECT_EQ(Count(log, "unknown_disk_event"), 2u);
  EXPECT_THAT(FindEntry(log, "unknown_disk_event")->explanation, HasSubstr("Read version 9"));
  EXPECT_EQ(FindEntry(log, "unknown_disk_event")->first_place, "test: byte 1168");
  EXPECT_EQ(Count(log, "short_disk_event"), 1u);
  EXPECT_EQ(Count(log, "impossible_disk_event"), 1u);
  EXPECT_EQ(Count(log, "other_disk_event"), 1u) << "calls into drivers are none";
  EXPECT_TRUE(log.HasDataLoss());
}

TEST(EtlReaderTest, LossesOfTheSession) {
  EtlFileBytes file = FileOf(Completed(100, {}) + Completed(900, {}));
  file.events_lost = 7;
  file.buffers_lost = 2;
  ImportLog log;
  const WholeTrace trace = Read(file, &log);
  EXPECT_EQ(trace.info.losses, (std::vector<LossWindow>{{-1, 0, 90'000, 9}}));
  EXPECT_TRUE(trace.info.tainted);
  EXPECT_EQ(Count(log, "lost_events"), 9u);
  EXPECT_TRUE(log.HasDataLoss());
}

TEST(EtlReaderTest, AFlaggedBufferTellsWhereEventsWereLost) {
  EtlFileBytes file = FileOf(Completed(100, {}) + Completed(200, {}));
  file.buffers.push_back(
      {.records = Completed(500, {}) + Completed(600, {}), .cpu = 2, .flags = 0x22});
  file.events_lost = 3;
  const WholeTrace trace = Read(file);
  EXPECT_EQ(trace.info.losses,
            (std::vector<LossWindow>{{-1, 0, 60'000, 2}, {2, 20'000, 60'000, 0}}));
  EXPECT_EQ(trace.info.LostEvents(), 3u);
}

TEST(EtlReaderTest, BuffersThatWereWrittenMustBeThere) {
  EtlFileBytes file = FileOf(Completed(100, {}));
  file.buffers_written = 12;
  ImportLog log;
  const WholeTrace trace = Read(file, &log);
  EXPECT_EQ(Count(log, "missing_buffers"), 10u);
  EXPECT_EQ(trace.info.LostEvents(), 10u);
  file.log_mode = 2;  // circular: they were written over
  ImportLog circular_log;
  EXPECT_FALSE(Read(file, &circular_log).info.tainted);
  EXPECT_TRUE(FindEntry(circular_log, "missing_buffers") == nullptr);
}

TEST(EtlReaderTest, GapsInTheNumbersOfBuffersAreMissingOnes) {
  EtlFileBytes file = FileOf(Completed(100, {}));
  file.buffers.push_back({.records = Completed(200, {}), .sequence = 5});
  file.end_filetime = 0;  // so the header counts none
  file.buffers_written = 1;
  ImportLog log;
  Read(file, &log);
  EXPECT_EQ(Count(log, "missing_buffers"), 3u);
  file.buffers[1].sequence = int64_t{1} << 60;
  ImportLog damaged_log;
  Read(file, &damaged_log);
  EXPECT_EQ(Count(damaged_log, "missing_buffers"), 0u);
}

TEST(EtlReaderTest, ARecordingThatWasNeverStopped) {
  EtlFileBytes file = FileOf(Completed(100, {}));
  file.end_filetime = 0;
  ImportLog log;
  EXPECT_EQ(Read(file, &log).rows.queued.size(), 1u);
  EXPECT_EQ(Count(log, "not_stopped"), 1u);
}

TEST(EtlReaderTest, APreallocatedFileEndsWithZeros) {
  const std::string bytes = FileOf(Completed(100, {})).Encode();
  ImportLog log;
  for (const size_t zeros : {1u, 71u, 72u, 100'000u})
    EXPECT_THAT(ReadText("etl", bytes + std::string(zeros, '\0'), {}, &log), IsOk()) << zeros;
  EXPECT_EQ(FindEntry(log, "damaged_buffer"), nullptr);
  EXPECT_THAT(ReadText("etl", bytes + std::string(100'000, '\0') + "x"),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("byte 102048: data behind")));
  EXPECT_THAT(ReadText("etl", bytes + std::string(100, '\0') + "x", {.tolerant = true}, &log),
              IsOk());
  EXPECT_EQ(Count(log, "damaged_buffer"), 1u);
}

TEST(EtlReaderTest, ABufferOfATinyForm) {
  EtlFileBytes file = FileOf(Completed(100, {}));
  file.buffers.push_back({.packed = FromHex("ffffff7f c0"), .used = 1 << 20});
  EXPECT_THAT(ReadText("etl", file.Encode()),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("not a buffer's header")))
      << "a thousand times larger than it is stored";
}

TEST(EtlReaderTest, CompressedBuffers) {
  const std::string records = Completed(100, {}) + Completed(200, {.offset = 512});
  EtlFileBytes file;
  file.buffers.push_back({.records = records, .packed = XpressLiterals(records)});
  const auto size = static_cast<char>(records.size() - 1);
  file.buffers.push_back({.records = records, .packed = std::string({size, '\x30'}) + records});
  EXPECT_EQ(Read(file).rows.queued.size(), 4u) << "XPRESS and LZNT1";
  file.buffers.push_back({.records = records, .packed = records});
  EXPECT_THAT(ReadText("etl", file.Encode()),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("neither XPRESS nor LZNT1")));
  ImportLog log;
  EXPECT_EQ(Read(file, &log, {.tolerant = true}).rows.queued.size(), 4u);
  EXPECT_EQ(Count(log, "damaged_buffer"), 1u);
}

TEST(EtlReaderTest, WhatStandsBehindAnImpossibleHeaderIsFoundAgain) {
  EtlFileBytes file = FileOf(Completed(100, {}));
  file.buffers.push_back({.records = Completed(200, {})});
  file.buffers.push_back({.records = Completed(300, {})});
  std::string bytes = file.Encode();
  bytes[2 * 1024 + 3] = '\x7f';  // the third buffer says that it has gigabytes
  EXPECT_THAT(ReadText("etl", bytes), FailsWith(absl::StatusCode::kDataLoss,
                                                HasSubstr("byte 2048: not a buffer's header")));
  ImportLog log;
  const auto trace = ReadText("etl", bytes, {.tolerant = true}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 2u);
}

TEST(EtlReaderTest, ADamagedRecordEndsItsBufferOnly) {
  EtlFileBytes file =
      FileOf(Completed(100, {}) + FromHex("1100 0005 0000 0a01") + Completed(150, {}));
  file.buffers.push_back({.records = Completed(200, {})});
  ImportLog log;
  EXPECT_EQ(Read(file, &log).rows.queued.size(), 2u);
  EXPECT_EQ(Count(log, "damaged_record"), 1u);
  EXPECT_EQ(FindEntry(log, "damaged_record")->first_place, "test: byte 1168");
  EXPECT_TRUE(log.HasDataLoss());
}

TEST(EtlReaderTest, WithoutALogHeaderItIsNoTrace) {
  EXPECT_THAT(ReadText("etl", std::string(5000, 'x'), {.tolerant = true}),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("not an event trace")));
  std::string bytes = FileOf(Completed(100, {})).Encode();
  EXPECT_THAT(ReadText("etl", bytes.substr(1024)),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("log header")));
  bytes[72 + 32 + 44] = 5;  // pointers of five bytes
  EXPECT_THAT(ReadText("etl", bytes),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("log header")));
  EXPECT_THAT(ReadText("etl", EtlBufferBytes{}.Encode()),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("the trace is empty")));
}

TEST(EtlReaderTest, WithoutACompletionThereIsNoIo) {
  EXPECT_THAT(ReadText("etl", FileOf(Begun(1, {.irp = 3})).Encode()),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("holds 1 disk events, but no "
                                                                      "completion")));
}

TEST(EtlReaderTest, FileNamesAreCounted) {
  const std::string name = EtlRecordBytes{.header = Header::kSystem,
                                          .group = 4,
                                          .opcode = 0x24,
                                          .ticks = kStart,
                                          .payload = "12345678" + Utf16Bytes("\\Device\\x")}
                               .Encode();
  ImportLog log;
  Read(FileOf(Completed(100, {}) + name + name), &log);
  EXPECT_EQ(Count(log, "file_names"), 2u);
}

TEST(EtlReaderTest, FlushesHaveNoRange) {
  const std::string flush =
      EtlRecordBytes{.opcode = kFlush,
                     .ticks = kStart + 1'000,
                     .payload = EtlDiskBytes{.irp = 3, .response = 600, .tid = 5}.Flush(8, 3)}
          .Encode();
  const WholeTrace trace = Read(FileOf(flush));
  ASSERT_EQ(trace.rows.queued.size(), 1u);
  EXPECT_EQ(trace.rows.queued[0].op, Op::kFlush);
  EXPECT_EQ(trace.rows.queued[0].queue_ns, 40'000);
  EXPECT_EQ(trace.rows.queued[0].length, 0u);
}

}  // namespace
}  // namespace ioreel
