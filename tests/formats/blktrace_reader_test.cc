#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <tuple>

#include "base/bytes.h"
#include "base/check.h"
#include "base/file.h"
#include "formats/blktrace/reader.h"
#include "formats/load.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/matchers.h"
#include "tests/support/pairing_text.h"
#include "tests/support/shared_files.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

/// A whole trace in memory.
struct Loaded {
  absl::Status status;
  TraceChunk rows;
  TraceInfo info;
  ImportLog log;

  const ImportLog::Entry* Entry(const std::string& name) const {
    for (const auto& entry : log.entries()) {
      if (entry.name == name) return &entry;
    }
    return nullptr;
  }
};

void Append(const TraceChunk& chunk, TraceChunk* all) {
  EXPECT_EQ(chunk.first_queued, all->queued.size());
  EXPECT_EQ(chunk.first_request, all->requests.size());
  const auto append = [](const auto& from, auto* to) {
    to->insert(to->end(), from.begin(), from.end());
  };
  append(chunk.queued, &all->queued);
  append(chunk.requests, &all->requests);
  append(chunk.links, &all->links);
  append(chunk.events, &all->events);
}

/// On the heap, since the reader knows where the log is.
std::unique_ptr<Loaded> Load(const std::vector<std::string>& paths, ReadOptions options = {}) {
  auto loaded = std::make_unique<Loaded>();
  const auto reader = OpenTrace(paths, "", options, &loaded->log);
  loaded->status = reader.status();
  TraceChunk chunk;
  while (loaded->status.ok()) {
    const absl::StatusOr<bool> more = (*reader)->Read(&chunk);
    loaded->status = more.status();
    if (!more.ok() || !*more) break;
    Append(chunk, &loaded->rows);
  }
  if (loaded->status.ok()) loaded->info = (*reader)->info();
  return loaded;
}

class BlktraceReaderTest : public ::testing::Test {
 protected:
  BlktraceReaderTest()
      : folder_(::testing::TempDir() + "/blktrace_reader_" +
                ::testing::UnitTest::GetInstance()->current_test_info()->name()) {
    std::filesystem::create_directories(folder_);
  }
  ~BlktraceReaderTest() override { std::filesystem::remove_all(folder_); }

  std::string Make(const std::string& name, const std::string& bytes) {
    CHECK_OK(WriteFile(folder_ + "/" + name, bytes));
    return folder_ + "/" + name;
  }
  const std::string folder_;
};

enum : uint32_t { kQ = 1, kD = 7, kC = 8 };

std::string Event(uint32_t code, uint64_t time, uint64_t sector, uint32_t cpu = 0,
                  uint32_t sequence = 0) {
  return BlktraceBytes{
      .code = code, .time_ns = time, .sector = sector, .cpu = cpu, .sequence = sequence}
      .Encode();
}

std::string Note(uint32_t code, uint64_t time, uint32_t tid, std::string payload) {
  return BlktraceBytes{.code = code,
                       .categories = 1 << 10,
                       .time_ns = time,
                       .tid = tid,
                       .payload = std::move(payload)}
      .Encode();
}

TEST_F(BlktraceReaderTest, MergesCpusByTimeInEverySpelling) {
  const std::string cpu0 = Make("x.blktrace.0", Event(kQ, 100, 0) + Event(kC, 400, 0));
  Make("x.blktrace.1", "");
  Make("x.blktrace.2", Event(kQ, 150, 8, 2) + Event(kD, 200, 0, 2) + Event(kD, 250, 8, 2));
  Make("x.blktrace.4", Event(kC, 300, 8, 4));
  const std::vector<std::string> expected = {"q0 W 0+4096 q=0 i=100 c=300",
                                             "q1 W 4096+4096 q=50 i=150 c=200",
                                             "r0 W 0+4096 i=100 c=300",
                                             "r1 W 4096+4096 i=150 c=200",
                                             "q0-r0",
                                             "q1-r1"};
  for (const std::string& spelling : {folder_, folder_ + "/x", cpu0}) {
    const auto loaded = Load({spelling});
    ASSERT_THAT(loaded->status, IsOk());
    EXPECT_EQ(RowsText(loaded->rows), expected) << spelling;
    ASSERT_NE(loaded->Entry("missing_cpu"), nullptr);
    EXPECT_THAT(loaded->Entry("missing_cpu")->explanation, HasSubstr("CPU 3;"));
    EXPECT_EQ(loaded->log.entries().size(), 1u);
    EXPECT_THAT(loaded->info.stage_events,
                UnorderedElementsAre(Pair("Q", 2), Pair("D", 2), Pair("C", 2)));
  }
}

TEST_F(BlktraceReaderTest, AnEmptyTraceSaysWhereItLooked) {
  Make("x.blktrace.0", "");
  EXPECT_THAT(Load({folder_})->status,
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("x.blktrace.0")));
  const std::string notes = Make("y.blktrace.0", Note(0, 1, 1, "only_a_name"));
  EXPECT_THAT(Load({notes})->status,
              FailsWith(absl::StatusCode::kInvalidArgument,
                        AllOf(HasSubstr("empty"), HasSubstr("y.blktrace.0"))));
}

TEST_F(BlktraceReaderTest, OtherVersionsAreRefusedByNumber) {
  const std::string path = Make("x.blktrace.0", BlktraceBytes{.version = 9}.Encode());
  EXPECT_THAT(Load({path})->status,
              FailsWith(absl::StatusCode::kUnimplemented, HasSubstr("version 9")));
}

TEST_F(BlktraceReaderTest, EventsOutOfOrderAreSortedClampedOrRefused) {
  const std::string path =
      Make("dump.bin", Event(kQ, 300, 8) + Event(kQ, 200, 0) + Event(kD, 400, 0));
  const auto sorted = Load({path});
  EXPECT_THAT(RowsText(sorted->rows),
              ElementsAre("q0 W 0+4096 q=0 i=200 c=?", "q1 W 4096+4096 q=100 i=? c=?",
                          "r0 W 0+4096 i=200 c=?", "q0-r0"));
  EXPECT_EQ(sorted->Entry("time_inversion")->count, 1u);
  EXPECT_THAT(sorted->Entry("time_inversion")->first_place, HasSubstr("byte 48"));
  const auto clamped = Load({path}, {.time_order = TimeOrder::kClamp});
  EXPECT_EQ(clamped->rows.queued[0].offset, 4096u);
  EXPECT_EQ(clamped->Entry("late_event"), nullptr) << "told as time_inversion already";
  EXPECT_EQ(clamped->rows.queued[0].queue_ns, clamped->rows.queued[1].queue_ns);
  EXPECT_THAT(Load({path}, {.time_order = TimeOrder::kReject})->status,
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("byte 48")));
}

TEST_F(BlktraceReaderTest, TasksHaveTheNameOfTheirTime) {
  const auto named = [](uint64_t time, std::string name) {
    return Note(0, time, 100, name + std::string(16 - name.size(), '\0'));
  };
  Make("x.blktrace.0", Event(kQ, 100, 0) + named(150, "sh") + Event(kQ, 200, 8) +
                           named(350, "kworker/0:1") + Event(kQ, 400, 24));
  Make("x.blktrace.1", Event(kQ, 300, 16, 1) + Event(kQ, 500, 32, 1));
  const auto loaded = Load({folder_});
  std::vector<std::string> names;
  for (const QueuedIo& io : loaded->rows.queued) {
    EXPECT_EQ(loaded->info.tasks[io.task].tid, 100);
    names.push_back(loaded->info.tasks[io.task].name);
  }
  EXPECT_THAT(names, ElementsAre("sh", "sh", "sh", "kworker/0:1", "kworker/0:1"));
  EXPECT_EQ(loaded->info.tasks.size(), 2u);
  EXPECT_EQ(loaded->info.tasks[1].task_class, TaskClass::kKernel);
}

TEST_F(BlktraceReaderTest, TheWallClockIsThatOfTheFirstEvent) {
  std::string stamp;
  AppendInt<uint32_t>(&stamp, 1'700'000'000);
  AppendInt<uint32_t>(&stamp, 5);
  Make("x.blktrace.0", Note(1, 1000, 0, stamp) + Event(kQ, 1300, 0));
  const auto loaded = Load({folder_});
  EXPECT_EQ(loaded->info.start_wall_ns, 1'700'000'000'000'000'305);
  EXPECT_EQ(loaded->info.start_clock_ns, 1300);
}

TEST_F(BlktraceReaderTest, AGapInTheNumbersIsALoss) {
  Make("x.blktrace.0", Event(kQ, 100, 0, 0, 1) + Event(kD, 200, 0, 0, 2) + Event(kC, 500, 0, 0, 6));
  const auto loaded = Load({folder_});
  EXPECT_THAT(RowsText(loaded->rows),
              ElementsAre("q0 W 0+4096 q=0 i=100 c=?", "r0 W 0+4096 i=100 c=?", "q0-r0"));
  ASSERT_EQ(loaded->info.losses.size(), 1u);
  EXPECT_EQ(loaded->info.losses[0].cpu, 0);
  EXPECT_EQ(loaded->info.losses[0].from_ns, 100);
  EXPECT_EQ(loaded->info.losses[0].to_ns, 400);
  EXPECT_EQ(loaded->info.losses[0].events, 3u);
  EXPECT_TRUE(loaded->info.tainted);
  EXPECT_EQ(loaded->Entry("sequence_gap")->severity, ImportLog::Severity::kDataLoss);
}

TEST_F(BlktraceReaderTest, DamageLosesWhatItHitsAndNoMore) {
  std::string bad = Event(kD, 200, 0, 0, 2);
  bad[1] = 'X';
  Make("x.blktrace.0", Event(kQ, 100, 0, 0, 1) + bad + Event(kQ, 300, 8, 0, 3));
  const auto loaded = Load({folder_});
  EXPECT_EQ(loaded->rows.queued.size(), 2u);
  EXPECT_THAT(loaded->Entry("bad_bytes")->first_place, HasSubstr("byte 48"));
  ASSERT_EQ(loaded->info.losses.size(), 1u);
  EXPECT_EQ(loaded->info.losses[0].events, 1u);  // the numbers tell how many
}

TEST_F(BlktraceReaderTest, BigEndianFiles) {
  const auto encode = [](BlktraceBytes bytes) { return bytes.Encode(ByteOrder::kBig); };
  Make("x.blktrace.0", encode({.code = kQ, .time_ns = 10, .sector = 8}) +
                           encode({.code = kC, .time_ns = 20, .sector = 8, .error = 0xfffb}));
  EXPECT_THAT(RowsText(Load({folder_})->rows), ElementsAre("q0 W 4096+4096 q=0 i=? c=10 error=5"));
}

TEST_F(BlktraceReaderTest, IosOfNoBytesAreKeptAndCounted) {
  constexpr uint32_t kFlushBio = 0x0e;  // write, flush, sync
  Make("x.blktrace.0",
       BlktraceBytes{.time_ns = 0, .sector = 8, .bytes = 0}.Encode() +
           BlktraceBytes{.categories = 1, .time_ns = 1, .bytes = 0}.Encode() +
           BlktraceBytes{.categories = kFlushBio, .time_ns = 2, .sector = ~uint64_t{0}, .bytes = 0}
               .Encode());
  const auto loaded = Load({folder_});
  EXPECT_THAT(RowsText(loaded->rows), ElementsAre("q0 W 4096+0 q=0 i=? c=?", "q1 R 0+0 q=1 i=? c=?",
                                                  "q2 NS 0+0 q=2 i=? c=?"));
  EXPECT_EQ(loaded->Entry("zero_length")->count, 2u);
}

/// One event record of a file, read without the decoder.
struct RawRecord {
  uint64_t time, sector;
  uint32_t bytes, action;
  auto operator<=>(const RawRecord&) const = default;
};

std::vector<RawRecord> ReadRaw(const std::vector<std::string>& paths, uint32_t code) {
  std::vector<RawRecord> records;
  for (const std::string& path : paths) {
    const auto bytes = ReadFile(path);
    for (ByteReader reader(*bytes); reader.remaining() >= 48;) {
      reader.Skip(8);
      RawRecord record{};
      record.time = reader.Read<uint64_t>();
      record.sector = reader.Read<uint64_t>();
      record.bytes = reader.Read<uint32_t>();
      record.action = reader.Read<uint32_t>();
      reader.Skip(14);
      reader.Skip(reader.Read<uint16_t>());
      if ((record.action & 0xffff) == code) records.push_back(record);
    }
  }
  std::sort(records.begin(), records.end());
  return records;
}

TEST_F(BlktraceReaderTest, OwnTraceAtIssueLevelIsTheDRecords) {
  SKIP_WITHOUT_SHARED(cpu0, "traces/own/d_real.blktrace.0");
  SKIP_WITHOUT_SHARED(cpu1, "traces/own/d_real.blktrace.1");
  const auto loaded = Load({cpu0});
  ASSERT_THAT(loaded->status, IsOk());
  EXPECT_THAT(loaded->log.entries(), IsEmpty());
  std::vector<std::tuple<uint64_t, uint64_t, uint64_t>> issued, recorded;
  for (const IssuedRequest& row : loaded->rows.requests) {
    issued.emplace_back(row.issue_ns + loaded->info.start_clock_ns, row.offset, row.length);
    EXPECT_NE(row.complete_ns, kNoTime);
  }
  for (const RawRecord& record : ReadRaw({cpu0, cpu1}, kD)) {
    recorded.emplace_back(record.time, record.sector * 512, record.bytes);
  }
  std::sort(issued.begin(), issued.end());
  EXPECT_EQ(issued.size(), 3896u);
  EXPECT_EQ(issued, recorded);
}

TEST_F(BlktraceReaderTest, OwnTraceAtQueueLevel) {
  SKIP_WITHOUT_SHARED(path, "traces/own/d_real.blktrace.1");
  const auto loaded = Load({path});
  uint64_t flushed_fua = 0, flushes = 0, bytes = 0, last_ns = 0;
  std::vector<uint64_t> ends;
  for (const QueuedIo& io : loaded->rows.queued) {
    const bool flushed = (io.flags & (kPreflush | kFua)) == (kPreflush | kFua);
    flushed_fua += flushed && io.op == Op::kWrite;
    flushes += io.op == Op::kFlush;
    bytes += io.length;
    EXPECT_GE(static_cast<uint64_t>(io.queue_ns), last_ns);
    last_ns = io.queue_ns;
    ASSERT_NE(io.complete_ns, kNoTime);
    EXPECT_GT(io.complete_ns, io.queue_ns);
    if (flushed || io.op == Op::kFlush)
      ends.push_back(io.complete_ns + loaded->info.start_clock_ns);
  }
  EXPECT_EQ(loaded->rows.queued.size(), 7064u);
  EXPECT_EQ(flushed_fua, 248u);
  EXPECT_EQ(flushes, 123u);
  EXPECT_EQ(bytes, 146030592u + 48451584u);
  EXPECT_EQ(loaded->rows.links.size(), 7064u - 123 + 57);  // a split joins twice
  EXPECT_THAT(loaded->info.stage_events,
              UnorderedElementsAre(Pair("Q", 7064), Pair("M", 3721), Pair("G", 3400),
                                   Pair("D", 3896), Pair("C", 4267), Pair("U", 1341),
                                   Pair("P", 1389), Pair("I", 437), Pair("UT", 48), Pair("X", 57)));

  // Each flush and flushed write ends at a completion of no bytes that has no flush bit.
  std::vector<uint64_t> empty;
  for (const RawRecord& record : ReadRaw({path, SharedFile("traces/own/d_real.blktrace.0")}, kC)) {
    if (record.bytes == 0 && !(record.action & 1 << 18)) empty.push_back(record.time);
  }
  std::sort(ends.begin(), ends.end());
  EXPECT_EQ(ends, empty);
}

TEST_F(BlktraceReaderTest, KeksHasIssuesAndCompletionsOnly) {
  SKIP_WITHOUT_SHARED(folder, "traces/blktrace/isotopp_keks");
  const auto loaded = Load({folder});
  ASSERT_THAT(loaded->status, IsOk());
  EXPECT_EQ(loaded->rows.queued.size(), 0u);
  uint64_t by_op[kOpCount] = {}, bytes = 0;
  for (const IssuedRequest& row : loaded->rows.requests) {
    ++by_op[static_cast<int>(row.op)];
    bytes += row.length;
  }
  EXPECT_EQ(by_op[static_cast<int>(Op::kWrite)], 1158u);
  EXPECT_EQ(by_op[static_cast<int>(Op::kDiscard)], 10u);
  EXPECT_EQ(by_op[static_cast<int>(Op::kFlush)], 24u);
  EXPECT_EQ(bytes, 13099008u + 425984u);
  EXPECT_EQ(loaded->Entry("unfinished")->count, 10u);  // issued again without an R record
  EXPECT_EQ(loaded->log.entries().size(), 1u);
  EXPECT_EQ(loaded->info.start_wall_ns / 1'000'000'000, 1691072417);
}

TEST_F(BlktraceReaderTest, HadoopNamesTheMissingCpus) {
  SKIP_WITHOUT_SHARED(path, "traces/blktrace/hadoop_eternity1/sdb.blktrace.29");
  const auto loaded = Load({path});
  ASSERT_THAT(loaded->status, IsOk());
  EXPECT_THAT(
      loaded->info.stage_events,
      UnorderedElementsAre(Pair("Q", 1311 + 1256), Pair("G", 1368 + 1285), Pair("P", 1302 + 1185),
                           Pair("I", 1368 + 1285), Pair("D", 1344 + 1245), Pair("U", 1302 + 1185),
                           Pair("X", 59 + 34), Pair("M", 2 + 5)));
  EXPECT_EQ(loaded->rows.queued.size(), 2567u);
  EXPECT_EQ(loaded->rows.requests.size(), 2589u);
  EXPECT_THAT(loaded->Entry("missing_cpu")->explanation, HasSubstr("CPU 1-28"));
  EXPECT_EQ(loaded->Entry("missing_cpu")->severity, ImportLog::Severity::kNotice);
  EXPECT_FALSE(loaded->log.HasDataLoss());
}

TEST_F(BlktraceReaderTest, DumpsOfManyCpus) {
  const std::pair<const char*, uint64_t> dumps[] = {
      {"trace_x_0_y_0.bin", 768}, {"trace_x_0_y_2.bin", 1024}, {"trace_x_1_y_1.bin", 1024}};
  for (const auto& [name, count] : dumps) {
    SKIP_WITHOUT_SHARED(path, std::string("traces/blktrace/romeus_dump/") + name);
    const auto loaded = Load({path});
    ASSERT_THAT(loaded->status, IsOk());
    EXPECT_EQ(loaded->rows.queued.size(), count);
    EXPECT_EQ(loaded->rows.requests.size(), count);
    EXPECT_EQ(loaded->rows.links.size(), count);
    EXPECT_THAT(loaded->log.entries(), IsEmpty());
    for (const QueuedIo& io : loaded->rows.queued) {
      EXPECT_GT(io.complete_ns, io.issue_ns);
      EXPECT_EQ(loaded->info.tasks[io.task].name, "blktst");
    }
  }
}

TEST_F(BlktraceReaderTest, ACutFileKeepsItsWholeRecords) {
  SKIP_WITHOUT_SHARED(path, "traces/blktrace/broken/keks3_cut_midrecord.blktrace.0");
  const auto loaded = Load({path});
  ASSERT_THAT(loaded->status, IsOk());
  EXPECT_THAT(loaded->info.stage_events, UnorderedElementsAre(Pair("D", 90), Pair("C", 367)));
  EXPECT_EQ(loaded->rows.requests.size(), 90u);
  EXPECT_THAT(loaded->Entry("cut_record")->first_place, HasSubstr("byte 23984"));
  EXPECT_EQ(loaded->Entry("other_cpu")->count, 457u);
  ASSERT_EQ(loaded->info.losses.size(), 1u);
  EXPECT_EQ(loaded->info.losses[0].cpu, 3);
  EXPECT_TRUE(loaded->info.tainted);
}

TEST_F(BlktraceReaderTest, PipeDumpsOfFtrace) {
  SKIP_WITHOUT_SHARED(context, "samples/bin_ctx.dat");
  SKIP_WITHOUT_SHARED(lossy, "samples/lost.dat");
  const auto whole = Load({context});
  ASSERT_THAT(whole->status, IsOk());
  EXPECT_THAT(whole->log.entries(), IsEmpty());
  uint64_t events = 0;
  for (const auto& [stage, count] : whole->info.stage_events) events += count;
  EXPECT_EQ(events, 627u);

  const auto lost = Load({lossy});
  ASSERT_THAT(lost->status, IsOk());
  EXPECT_EQ(lost->info.losses.size(), 2u);
  EXPECT_EQ(lost->info.LostEvents(), 9958u + 13376);
}

}  // namespace
}  // namespace ioreel
