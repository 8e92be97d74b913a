#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/blktrace_bytes.h"
#include "tests/support/etl_bytes.h"
#include "tests/support/etl_trace.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using Header = EtlRecordBytes::Header;

TEST(EtlReaderTest, ACompletionIsAQueuedIo) {
  const EtlDiskBytes io = {.disk = 1,
                           .irp_flags = 0x80043,
                           .length = 512,
                           .offset = 0x20'0000'0000,
                           .irp = 0xa0,
                           .response = 3'000,
                           .tid = 44};
  ImportLog log;
  const WholeTrace trace = ReadEtl(EtlFileOf(EtlBegun(2'001, io) + EtlCompleted(5'000, io)), &log);
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
  EXPECT_EQ(EntryCount(log, "unknown_thread"), 1u);
  EXPECT_EQ(log.entries().size(), 1u);
}

TEST(EtlReaderTest, BuffersOfSeveralCpusInAnyOrder) {
  EtlFileBytes file;
  const auto buffer = [&](uint16_t cpu, int64_t sequence, std::vector<int64_t> ticks) {
    EtlBufferBytes bytes = {.cpu = cpu, .sequence = sequence};
    for (const int64_t at : ticks)
      bytes.records += EtlCompleted(at, {.offset = at * 512, .response = 10});
    file.buffers.push_back(bytes);
  };
  buffer(1, 3, {700, 900});
  buffer(0, 2, {600, 800});
  buffer(1, 1, {100, 300, 400});  // wrapped: circular
  buffer(0, 4, {850, 1000});
  const WholeTrace trace = ReadEtl(file);
  std::vector<uint64_t> offsets;
  for (const QueuedIo& io : trace.rows.queued) offsets.push_back(io.offset / 512);
  EXPECT_EQ(offsets, (std::vector<uint64_t>{100, 300, 400, 600, 700, 800, 850, 900, 1000}));
}

TEST(EtlReaderTest, RowsAreInOrderOfTheirBegin) {
  const WholeTrace trace = ReadEtl(EtlFileOf(EtlCompleted(100, {.offset = 512, .response = 10}) +
                                             EtlCompleted(200, {.offset = 1024, .response = 190})));
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
                                .ticks = kEtlStart + 1'000 * (version + 1),
                                .tid = 77,
                                .payload = io.Transfer(pointer_bytes, version)}
                     .Encode();
    }
    EtlFileBytes file = EtlFileOf(records);
    file.pointer_bytes = pointer_bytes;
    ImportLog log;
    const WholeTrace trace = ReadEtl(file, &log);
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
    EXPECT_EQ(EntryCount(log, "no_start"), 1u);
    EXPECT_EQ(EntryCount(log, "no_thread"), 3u);
  }
}

TEST(EtlReaderTest, AnInitTellsWhatItsCompletionDoesNot) {
  const EtlDiskBytes io = {.irp = 0xa0};
  const std::string init = EtlRecordBytes{.header = Header::kCompact,
                                          .opcode = 0x0c,
                                          .version = 2,
                                          .ticks = kEtlStart + 40,
                                          .tid = 77,
                                          .payload = io.Init(8, 2)}
                               .Encode();
  const WholeTrace trace =
      ReadEtl(EtlFileOf(init + EtlCompleted(90, {.irp = 0xa0, .response = 49}, 0x0a, 2)));
  ASSERT_EQ(trace.rows.queued.size(), 1u);
  EXPECT_EQ(trace.rows.queued[0].queue_ns, 4'100) << "the response time is more exact";
  EXPECT_EQ(trace.info.tasks[trace.rows.queued[0].task].tid, 77);
}

TEST(EtlReaderTest, UnfinishedOnesAreCounted) {
  const EtlDiskBytes a = {.irp = 0xa0, .response = 10}, b = {.irp = 0xb0};
  ImportLog log;
  const WholeTrace trace =
      ReadEtl(EtlFileOf(EtlBegun(1, a) +                        // its completion was lost
                        EtlBegun(5, a) + EtlCompleted(20, a) +  // the IRP is used again
                        EtlBegun(30, b)),                       // in flight at the end
              &log);
  EXPECT_EQ(trace.rows.queued.size(), 1u);
  EXPECT_EQ(EntryCount(log, "unfinished"), 2u);
  EXPECT_EQ(trace.info.stage_events,
            (std::map<std::string, uint64_t>{{"Read", 1}, {"ReadInit", 3}}));
}

TEST(EtlReaderTest, AnInitOfAnotherOpIsOfAnotherIo) {
  const EtlDiskBytes io = {.irp = 0xa0, .response = 5};
  ImportLog log;
  const WholeTrace trace = ReadEtl(EtlFileOf(EtlBegun(1, io) + EtlCompleted(20, io, 0x0b)), &log);
  ASSERT_EQ(trace.rows.queued.size(), 1u);
  EXPECT_EQ(trace.rows.queued[0].cpu, kNoCpu);
  EXPECT_EQ(EntryCount(log, "unfinished"), 1u);
}

TEST(EtlReaderTest, OpticalDrivesAreDevicesOfTheirOwn) {
  const WholeTrace trace =
      ReadEtl(EtlFileOf(EtlCompleted(10, {}, 0x0a) + EtlCompleted(20, {}, 0x37) +
                        EtlCompleted(30, {.disk = 5}, 0x0b)));
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
          .id = 0x0b,
          .ticks = kEtlStart + 100,
          .tid = 55,
          .provider = FromHex("9ae6bdc7e0e17741b6ef283ad1525271"),
          .payload = EtlDiskBytes{.offset = 512, .irp = 1, .response = 40}.Transfer(8, 2)}
          .Encode();
  ImportLog log;
  const WholeTrace alone = ReadEtl(EtlFileOf(by_provider), &log);
  ASSERT_EQ(alone.rows.queued.size(), 1u);
  EXPECT_EQ(alone.rows.queued[0].op, Op::kWrite);
  EXPECT_EQ(alone.rows.queued[0].queue_ns, 6'000);
  EXPECT_EQ(alone.rows.queued[0].task, kNoTask) << "its header has who completed it";
  ImportLog both_log;
  const WholeTrace both = ReadEtl(EtlFileOf(by_provider + EtlCompleted(101, {}, 0x0b)), &both_log);
  EXPECT_EQ(both.rows.queued.size(), 1u);
  EXPECT_EQ(EntryCount(both_log, "told_twice"), 1u);
  EXPECT_EQ(both.info.stage_events.at("Write"), 1u);
  EXPECT_EQ(alone.info.stage_events.at("Write"), 1u);
}

TEST(EtlReaderTest, FileNamesAreCounted) {
  const std::string name = EtlRecordBytes{.header = Header::kSystem,
                                          .group = 4,
                                          .opcode = 0x24,
                                          .ticks = kEtlStart,
                                          .payload = "12345678" + Utf16Bytes("\\Device\\x")}
                               .Encode();
  ImportLog log;
  ReadEtl(EtlFileOf(EtlCompleted(100, {}) + name + name), &log);
  EXPECT_EQ(EntryCount(log, "file_names"), 2u);
}

TEST(EtlReaderTest, FlushesHaveNoRange) {
  const std::string flush =
      EtlRecordBytes{.opcode = 0x0e,
                     .ticks = kEtlStart + 1'000,
                     .payload = EtlDiskBytes{.irp = 3, .response = 600, .tid = 5}.Flush(8, 3)}
          .Encode();
  const WholeTrace trace = ReadEtl(EtlFileOf(flush));
  ASSERT_EQ(trace.rows.queued.size(), 1u);
  EXPECT_EQ(trace.rows.queued[0].op, Op::kFlush);
  EXPECT_EQ(trace.rows.queued[0].queue_ns, 40'000);
  EXPECT_EQ(trace.rows.queued[0].length, 0u);
}

}  // namespace
}  // namespace ioreel
