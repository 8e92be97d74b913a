#include <gtest/gtest.h>

#include "base/file.h"
#include "formats/load.h"
#include "tests/support/matchers.h"
#include "tests/support/shared_files.h"
#include "tests/support/whole_trace.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

constexpr char kHead[] =
    "Free text\n2012 too\nstart ; sector; length ; op ;  replay_delay=0 ; replay_duration=0\n";

TEST(BlkreplayTest, RowsFollowTheHeaderRow) {
  const auto trace = ReadText("blkreplay", std::string(kHead) +
                                               "      0.000000000 ;     37766853 ;   64 ; W ; 0.0 "
                                               "; 0.000412000\n      0.449518165 ; 8 ; 1 ;RA\n");
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(trace->rows.queued[0], (QueuedIo{.queue_ns = 0,
                                             .complete_ns = 412'000,
                                             .offset = 37766853ull * 512,
                                             .length = 64 * 512,
                                             .op = Op::kWrite}));
  EXPECT_EQ(
      trace->rows.queued[1],
      (QueuedIo{.queue_ns = 449'518'165, .offset = 8 * 512, .length = 512, .flags = kReadahead}));
}

TEST(BlkreplayTest, BadRowsAreNamed) {
  for (const char* row : {"1.0 ; 8", "1,0 ; 8 ; 8 ; R", "1.0 ; 36028797018963968 ; 8 ; R",
                          "1.0 ; 8 ; 8 ; X", "1.0 ; 8 ; 8 ; R ; 0.0 ; 0.0 ; 0"})
    EXPECT_THAT(ReadText("blkreplay", absl::StrCat(kHead, row, "\n")),
                FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("line 4")))
        << row;
  EXPECT_FALSE(ReadText("blkreplay", "1.0 ; 8 ; 8 ; R\n").ok()) << "no header row";
}

/// Counts from the manifest of the handed files.
TEST(BlkreplayTest, ReadsARealTrace) {
  SKIP_WITHOUT_SHARED(path, "traces/csv/blkreplay/linux-mysql.load.gz");
  ImportLog log;
  auto reader = OpenTrace({path}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto trace = ReadWhole(**reader);
  ASSERT_THAT(trace, IsOk());
  uint64_t bytes[2] = {}, count[2] = {}, end = 0;
  for (const QueuedIo& io : trace->rows.queued) {
    ++count[io.op == Op::kWrite];
    bytes[io.op == Op::kWrite] += io.length;
    end = std::max(end, io.offset + io.length);
  }
  EXPECT_EQ(count[0], 7187u);
  EXPECT_EQ(count[1], 73607u);
  EXPECT_EQ(bytes[0], 82907136u);
  EXPECT_EQ(bytes[1], 1101479936u);
  EXPECT_EQ(end, 32556998656u);
  EXPECT_EQ(trace->rows.queued.back().queue_ns, 3'599'890'074'831);
  EXPECT_TRUE(log.entries().empty());
}

TEST(BlkreplayTest, TolerantKeepsWhatStandsBeforeACut) {
  SKIP_WITHOUT_SHARED(path, "traces/csv/blkreplay/linux-mysql.load.gz");
  const std::string half = ReadFile(path)->substr(0, 400'000);
  EXPECT_THAT(ReadText("blkreplay", half),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("cut or damaged")));
  ImportLog log;
  const auto trace = ReadText("blkreplay", half, {.tolerant = true}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_GT(trace->rows.queued.size(), 38'000u);
  EXPECT_TRUE(log.HasDataLoss());
}

}  // namespace
}  // namespace ioreel
