#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/bytes.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

/// Formats of binary records: vSCSI and oracleGeneral.

namespace ioreel {
namespace {

using ::testing::HasSubstr;

struct Command {
  uint16_t code = 0x28;
  uint32_t bytes = 4096;
  uint64_t lbn = 8, time_us = 1000, response_us = 250;
  uint16_t version = 0;  ///< 0 = that of the file
};

std::string Vscsi(uint16_t version, const std::vector<Command>& commands) {
  std::string bytes;
  for (const Command& command : commands) {
    const auto code_and_version = [&] {
      AppendInt(&bytes, command.code);
      AppendInt<uint16_t>(&bytes, (command.version ? command.version : version) << 8);
    };
    if (version == 2) code_and_version();
    for (uint32_t value : {1u, command.bytes, 1u}) AppendInt(&bytes, value);
    if (version == 1) code_and_version();
    AppendInt(&bytes, command.lbn);
    AppendInt(&bytes, command.time_us);
    if (version == 2) AppendInt(&bytes, command.response_us);
  }
  return bytes;
}

TEST(VscsiTest, BothVersions) {
  const std::vector<Command> commands = {{},
                                         {.code = 0x8a, .time_us = 1500},
                                         {.code = 0x35, .bytes = 0, .time_us = 1600},
                                         {.code = 0x12, .time_us = 1700},
                                         {.code = 0x42, .time_us = 1800}};
  for (uint16_t version : {1, 2}) {
    ImportLog log;
    const auto trace = ReadText("vscsi", Vscsi(version, commands), {}, &log);
    ASSERT_THAT(trace, IsOk());
    ASSERT_EQ(trace->rows.queued.size(), 4u);
    EXPECT_EQ(trace->rows.queued[0], (QueuedIo{.queue_ns = 0,
                                               .complete_ns = version == 2 ? 250'000 : kNoTime,
                                               .offset = 4096,
                                               .length = 4096}));
    EXPECT_EQ(trace->rows.queued[1].op, Op::kWrite);
    EXPECT_EQ(trace->rows.queued[1].queue_ns, 500'000);
    EXPECT_EQ(trace->rows.queued[2].op, Op::kFlush);
    EXPECT_EQ(trace->rows.queued[3].op, Op::kDiscard);
    EXPECT_EQ(trace->info.start_clock_ns, 1'000'000);
    EXPECT_EQ(FindEntry(log, "not_an_io")->count, 1u);
  }
}

TEST(VscsiTest, CutsAndDamageAreNamedAndSkippedWhenTolerant) {
  std::string bytes = Vscsi(1, {{}, {}, {.version = 9}, {.lbn = ~uint64_t{0}}, {}});
  const std::string cut = Vscsi(1, {{}, {}}) + "rest";
  EXPECT_THAT(ReadText("vscsi", bytes),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("test: byte 64: ")));
  EXPECT_THAT(ReadText("vscsi", cut), FailsWith(absl::StatusCode::kInvalidArgument,
                                                HasSubstr("byte 64: the file ends in a record")));
  ImportLog log;
  const auto trace = ReadText("vscsi", bytes + "rest", {.tolerant = true}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 3u);
  EXPECT_EQ(FindEntry(log, "bad_record")->count, 3u);
}

TEST(VscsiTest, ManyRecordsGoOverTheBuffer) {
  std::vector<Command> commands(10'001);
  for (size_t i = 0; i < commands.size(); ++i) commands[i].time_us = i;
  const auto trace = ReadText("vscsi", Vscsi(1, commands));
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), commands.size());
  EXPECT_EQ(trace->rows.queued.back().queue_ns, 10'000'000);
}

std::string Objects(const std::vector<uint64_t>& objects) {
  std::string bytes;
  for (uint64_t object : objects) {
    AppendInt(&bytes, uint32_t{1'577'808'000});
    AppendInt(&bytes, object);
    AppendInt(&bytes, uint32_t{512});
    AppendInt(&bytes, int64_t{-1});
  }
  return bytes;
}

TEST(OracleGeneralTest, BlocksAreSectorsUnlessSaid) {
  const std::string path = ScratchFile("w1.oracleGeneral.bin", Objects({7, 9}));
  for (const auto& [columns, block] : {std::pair("", 512u), std::pair("offset=2[4k]", 4096u)}) {
    ImportLog log;
    ReadOptions options;
    options.columns = columns;
    auto reader = OpenTrace({path}, "", options, &log);
    ASSERT_THAT(reader, IsOk());
    const auto trace = ReadWhole(**reader);
    ASSERT_THAT(trace, IsOk());
    EXPECT_EQ(
        trace->rows.queued.at(0),
        (QueuedIo{.queue_ns = 0, .offset = 7u * block, .length = 512, .flags = kInventedTime}));
    EXPECT_EQ(trace->rows.queued.at(1).queue_ns, 500'000'000);
    EXPECT_EQ(trace->info.start_wall_ns, 1'577'808'000'000'000'000);
    EXPECT_NE(FindEntry(log, "no_ops"), nullptr);
    EXPECT_EQ(FindEntry(log, "block_size") == nullptr, block == 4096);
  }
}

TEST(OracleGeneralTest, NamedObjectsAndOtherColumnsAreRefused) {
  EXPECT_THAT(ReadText("oracle-general", Objects({~uint64_t{0}})),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("no block's number")));
  ReadOptions options;
  options.columns = "time=1[ms]";
  EXPECT_THAT(ReadText("oracle-general", Objects({1}), options),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("size of blocks only")));
}

}  // namespace
}  // namespace ioreel
