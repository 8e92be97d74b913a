#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/matchers.h"
#include "tests/support/pairing_text.h"
#include "tests/support/whole_trace.h"

/// Rows of ioreel's CSV whose times go backwards.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kInvalid = absl::StatusCode::kInvalidArgument;

/// Rows of the columns below.
absl::StatusOr<WholeTrace> Read(const std::string& rows, TimeOrder order,
                                ImportLog* log = nullptr) {
  return ReadText("csv",
                  "queue_ns,issue_ns,complete_ns,op,offset_bytes,length_bytes,request\n" + rows,
                  {.time_order = order}, log);
}

TEST(CsvOrderTest, IsAsTold) {
  const std::string rows =
      ",8,9,read,0,1,0\n"
      "7,8,9,read,0,1,0\n"
      ",6,9,read,0,2,1\n"
      "5,6,9,read,0,2,1\n";
  EXPECT_THAT(Read(rows, TimeOrder::kDefault),
              FailsWith(kInvalid, AllOf(HasSubstr("line 4"), HasSubstr("backwards"))));
  ImportLog log;
  const auto sorted = Read(rows, TimeOrder::kSort, &log);
  ASSERT_THAT(sorted, IsOk());
  EXPECT_THAT(RowsText(sorted->rows),
              ElementsAre("q0 R 0+2 q=5 i=6 c=9", "q1 R 0+1 q=7 i=8 c=9", "r0 R 0+2 i=6 c=9",
                          "r1 R 0+1 i=8 c=9", "q0-r0", "q1-r1"));
  EXPECT_EQ(FindEntry(log, "time_inversion")->count, 2u);
  EXPECT_EQ(FindEntry(log, "time_inversion")->first_place, "test: line 4");
  const auto clamped = Read(rows, TimeOrder::kClamp);
  ASSERT_THAT(clamped, IsOk());
  EXPECT_THAT(RowsText(clamped->rows),
              ElementsAre("q0 R 0+1 q=7 i=8 c=9", "q1 R 0+2 q=7 i=8 c=11", "r0 R 0+1 i=8 c=9",
                          "r1 R 0+2 i=7 c=10", "q0-r0", "q1-r1"));
}

TEST(CsvOrderTest, RequestsAloneAreSortedAndCounted) {
  ImportLog log;
  const auto sorted = Read(",8,,read,0,1,\n,6,,read,0,2,\n,7,,read,0,3,\n", TimeOrder::kSort, &log);
  ASSERT_THAT(sorted, IsOk());
  EXPECT_THAT(RowsText(sorted->rows),
              ElementsAre("r0 R 0+2 i=6 c=?", "r1 R 0+3 i=7 c=?", "r2 R 0+1 i=8 c=?"));
  EXPECT_EQ(FindEntry(log, "time_inversion")->count, 2u);
  EXPECT_EQ(FindEntry(log, "time_inversion")->first_place, "test: line 3");
}

TEST(CsvOrderTest, WhatIsInOrderIsNotCounted) {
  ImportLog log;
  const auto trace = Read(",9,,write,0,2,0\n1,9,,write,0,1,0\n,4,,read,0,1,1\n2,4,,read,0,1,1\n",
                          TimeOrder::kSort, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_THAT(RowsText(trace->rows),
              ElementsAre("q0 W 0+1 q=1 i=9 c=?", "q1 R 0+1 q=2 i=4 c=?", "r0 W 0+2 i=9 c=?",
                          "r1 R 0+1 i=4 c=?", "q0-r0", "q1-r1"));
  EXPECT_TRUE(log.entries().empty()) << log.entries()[0].name;
}

TEST(CsvOrderTest, ARowIsNotMovedBeyondWhatATimeHolds) {
  EXPECT_THAT(Read("7,,,read,0,1,\n5,,9223372036854775807,read,0,1,\n", TimeOrder::kClamp),
              FailsWith(kInvalid, AllOf(HasSubstr("line 3"), HasSubstr("2^63"))));
}

TEST(CsvOrderTest, JumpsOfMoreThanATimeHoldsAreToldWithoutWrapping) {
  const std::string rows = "9223372036854775807,,,read,0,1,\n-9223372036854775807,,,read,0,1,\n";
  EXPECT_THAT(Read(rows, TimeOrder::kDefault),
              FailsWith(kInvalid, HasSubstr("backwards by 18446744073709551614 ns")));
  EXPECT_THAT(Read(rows, TimeOrder::kClamp),
              FailsWith(kInvalid, AllOf(HasSubstr("line 3"), HasSubstr("2^63"))));
}

}  // namespace
}  // namespace ioreel
