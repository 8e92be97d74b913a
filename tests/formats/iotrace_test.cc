#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "formats/load.h"
#include "formats/octf/proto_fields.h"
#include "tests/support/matchers.h"
#include "tests/support/octf_bytes.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

constexpr int kFlush = 6, kFuaField = 7;

absl::StatusOr<WholeTrace> Open(const std::vector<std::string>& paths, ImportLog* log,
                                const ReadOptions& options = {}) {
  const auto reader = OpenTrace(paths, "", options, log);
  if (!reader.ok()) return reader.status();
  return ReadWhole(**reader);
}

TEST(IotraceTest, CompletionsFindTheirIosOnOtherCpus) {
  std::filesystem::create_directories(ScratchPath("cpus"));
  const std::string first = ScratchFile(
      "cpus/octf.trace.0", OctfDevice(90, "nvme0n1", 1000) + OctfIo(100, 5, 2, 8, 16) +
                               OctfFsEvent(101) + OctfIo(300, 5, 1, 0, 1) + OctfCompletion(350, 5));
  const std::string second =
      ScratchFile("cpus/octf.trace.1",
                  OctfIo(150, 6, 3, 64, 8) + OctfCompletion(160, 6) + OctfCompletion(200, 5, 10));
  ScratchFile("cpus/octf.summary", R"({"droppedEvents": "0", "queueCount": "2"})");
  ImportLog log;
  const auto trace = Open({first, second}, &log);
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 3u);
  EXPECT_EQ(trace->rows.queued[0], (QueuedIo{.queue_ns = 0,
                                             .complete_ns = 100,
                                             .offset = 4096,
                                             .length = 8192,
                                             .op = Op::kWrite,
                                             .error = 10}));
  EXPECT_EQ(trace->rows.queued[1].op, Op::kDiscard);
  EXPECT_EQ(trace->rows.queued[1].complete_ns, 60);
  EXPECT_EQ(trace->rows.queued[2].complete_ns, 250) << "the number 5 was used anew";
  EXPECT_EQ(trace->info.devices.at(0).name, "nvme0n1");
  EXPECT_EQ(trace->info.devices.at(0).size_bytes, 512'000u);
  EXPECT_EQ(trace->info.start_clock_ns, 100);
  EXPECT_EQ(trace->info.stage_events.at("fsevent"), 1u);
  EXPECT_TRUE(log.entries().empty());
}

TEST(IotraceTest, FlushesFuaAndWhatHasNoCompletion) {
  ImportLog log;
  const auto trace = ReadText(
      "iotrace",
      OctfIo(1, 1, 2, 0, 0, {{kFlush, 1}}) + OctfIo(2, 2, 2, 8, 8, {{kFlush, 1}, {kFuaField, 1}}) +
          OctfIo(3, 3, 1, 8, 0) + OctfCompletion(4, 2) + OctfCompletion(5, 9),
      {}, &log);
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(trace->rows.queued[0].op, Op::kFlush);
  EXPECT_EQ(trace->rows.queued[0].complete_ns, kNoTime);
  EXPECT_EQ(trace->rows.queued[1].flags, kPreflush | kFua);
  EXPECT_EQ(FindEntry(log, "unfinished")->count, 1u);
  EXPECT_EQ(FindEntry(log, "orphan_completion")->count, 1u);
  EXPECT_EQ(FindEntry(log, "zero_length")->count, 1u);
}

TEST(IotraceTest, DroppedEventsAreLosses) {
  const std::string tar =
      Tar({{"t/octf.trace.0", OctfIo(1, 1, 2, 0, 8)},
           {"t/readme", "text"},
           {"t/octf.summary", R"({"tracedEvents": "1", "droppedEvents": "7"})"}});
  ImportLog log;
  const auto trace = Open({ScratchFile("trace.tar", tar)}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.LostEvents(), 7u);
  EXPECT_TRUE(trace->info.tainted);
  EXPECT_THAT(log.entries(), testing::Contains(testing::AllOf(
                                 testing::Field(&ImportLog::Entry::name, "lost_events"),
                                 testing::Field(&ImportLog::Entry::count, 7u))));
}

TEST(IotraceTest, CutsAreErrorsOrCounted) {
  const std::string bytes = OctfIo(1, 1, 2, 0, 8) + OctfCompletion(2, 1);
  const std::string cut = bytes + bytes.substr(0, 5);
  EXPECT_THAT(ReadText("iotrace", cut),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("cut inside an event")));
  ImportLog log;
  EXPECT_THAT(ReadText("iotrace", cut, {.tolerant = true}, &log), IsOk());
  EXPECT_TRUE(log.HasDataLoss());
  const std::string tar = Tar({{"octf.trace.0", bytes}});
  EXPECT_THAT(Open({ScratchFile("none.tar", Tar({{"octf.other", "x"}}))}, &log),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("no file octf.trace.N")));
}

/// Counts of the manifest, by another program.
TEST(IotraceTest, ReadsARealTrace) {
  SKIP_WITHOUT_SHARED(path, "traces/other/opencas_sample_trace.tar.xz");
  ImportLog log;
  const auto trace = Open({path}, &log);
  ASSERT_THAT(trace, IsOk());
  std::map<Op, std::pair<uint64_t, uint64_t>> ops;
  for (const QueuedIo& io : trace->rows.queued) {
    ++ops[io.op].first;
    ops[io.op].second += io.length;
    EXPECT_GE(io.complete_ns, io.queue_ns);
  }
  EXPECT_EQ(ops[Op::kWrite], std::pair(64188ul, 8365324288ul));
  EXPECT_EQ(ops[Op::kDiscard], std::pair(231ul, 10851151872ul));
  EXPECT_EQ(ops[Op::kRead], std::pair(1ul, 16384ul));
  EXPECT_EQ(trace->info.stage_events, (std::map<std::string, uint64_t>{{"device", 72},
                                                                       {"io", 64420},
                                                                       {"fsmeta", 64020},
                                                                       {"fname", 442},
                                                                       {"fsevent", 241},
                                                                       {"completion", 64420}}));
  EXPECT_EQ(trace->info.devices.at(0).name, "nvme0n1");
  EXPECT_EQ(trace->info.devices.at(0).size_bytes, 732585168ull * 512);
  EXPECT_EQ(trace->info.devices.at(0).model, "INTEL SSDPED1K375GA");
  EXPECT_TRUE(log.entries().empty());
}

TEST(ProtoFieldsTest, VarintsAreStrict) {
  const auto take = [](absl::string_view bytes) { return TakeVarint(&bytes); };
  EXPECT_EQ(take("\x7f"), 127u);
  EXPECT_EQ(take("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"), ~uint64_t{0});
  EXPECT_EQ(take("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02"), std::nullopt) << "above 2^64";
  EXPECT_EQ(take("\x80"), std::nullopt);
  EXPECT_EQ(take(""), std::nullopt);
}

TEST(ProtoFieldsTest, EveryKindOfFieldIsPassed) {
  ProtoFields fields(
      absl::string_view("\x08\x05\x11\x01\0\0\0\0\0\0\0\x1a\x02hi\x25\x02\0\0\0", 20));
  std::vector<uint64_t> values;
  std::string text;
  while (fields.Next()) {
    values.push_back(fields.value());
    text += std::string(fields.bytes());
  }
  EXPECT_TRUE(fields.ok());
  EXPECT_THAT(values, testing::ElementsAre(5, 1, 0, 2));
  EXPECT_EQ(text, "hi");
  ProtoFields bad("\x1a\x7f");
  EXPECT_FALSE(bad.Next());
  EXPECT_FALSE(bad.ok());
}

}  // namespace
}  // namespace ioreel
