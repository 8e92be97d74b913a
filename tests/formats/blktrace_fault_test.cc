#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/blktrace_bytes.h"
#include "tests/support/gzip.h"
#include "tests/support/matchers.h"
#include "tests/support/whole_trace.h"

/// blktrace recordings of which nothing can be read say why.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

TEST(BlktraceFaultTest, TheFirstFaultIsNamed) {
  const std::string bad = BlktraceBytes{.sector = ~uint64_t{0} / 2}.Encode();
  EXPECT_THAT(ReadText("blktrace", bad + bad),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        AllOf(HasSubstr("no blktrace event can be read"), HasSubstr("test: byte 0"),
                              HasSubstr("no device can have"))));
  EXPECT_THAT(ReadText("blktrace", BlktraceBytes{.code = 99}.Encode()),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("action code")));
  EXPECT_THAT(ReadText("blktrace", std::string(100, 'x')),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("no blktrace record")));
}

TEST(BlktraceFaultTest, CutCompressionIsAnErrorOrTheEnd) {
  std::string records;
  for (uint64_t i = 0; i < 100; ++i)
    records += BlktraceBytes{.time_ns = i * 7919, .sector = i * i * 104'729 % 99'991}.Encode();
  const std::string stored = Gzip(records), cut = stored.substr(0, stored.size() - 9);
  EXPECT_THAT(ReadText("blktrace", cut),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("--tolerant")));
  ImportLog log;
  const auto trace = ReadText("blktrace", cut, {.tolerant = true}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_GE(trace->rows.queued.size(), 98u);
  EXPECT_EQ(FindEntry(log, "damaged_input")->count, 1u);
}

}  // namespace
}  // namespace ioreel
