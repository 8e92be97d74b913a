#include "analysis/score/verdict.h"

#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/sample_result.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(JudgeTest, ASoundRunHasNothingAgainstIt) {
  const Verdict verdict = Judge(SoundResult());
  EXPECT_TRUE(verdict.trusted());
  EXPECT_THAT(verdict.withheld, IsEmpty());
}

TEST(JudgeTest, TimeNotKeptIsInvalidWithTheRepeatAndItsReasons) {
  RunResult result = SoundResult();
  result.repeats[1].fidelity.valid = false;
  EXPECT_THAT(Judge(result).invalid, ElementsAre("repeat 2: the replay did not keep time"));
  result.repeats[1].fidelity.reasons = {"p99 of the issue-time error 9 ms > 5 ms", "drift 2 ms"};
  EXPECT_THAT(
      Judge(result).invalid,
      ElementsAre("repeat 2: p99 of the issue-time error 9 ms > 5 ms", "repeat 2: drift 2 ms"));
}

TEST(JudgeTest, AnInterruptedRunIsInvalid) {
  RunResult result = SoundResult();
  result.repeats[2].complete = false;
  EXPECT_THAT(Judge(result).invalid, ElementsAre(HasSubstr("repeat 3: incomplete")));
  EXPECT_THAT(Judge(RunResult()).invalid, ElementsAre("no repeat was finished"));
}

TEST(JudgeTest, IoErrorsAreInvalidAndSayWhatAndWhere) {
  RunResult result = SoundResult();
  result.repeats[0].errors = {
      {.error = EIO, .op = Op::kRead, .count = 1200, .first_offset_bytes = 4096}};
  EXPECT_THAT(Judge(result).invalid,
              ElementsAre("repeat 1: I/O errors: 1,200 × read: Input/output error, first at byte "
                          "4096"));
}

TEST(JudgeTest, ErrorsThatAreOnlyCountedAreInvalidToo) {
  RunResult result = SoundResult();
  result.repeats[1].ops = {{.op = Op::kWrite, .errors = 3}};
  EXPECT_THAT(Judge(result).invalid, ElementsAre("repeat 2: I/O errors: 3 × write"));
}

TEST(JudgeTest, LossesAndSalvageTaint) {
  RunResult result = SoundResult();
  result.trace.tainted = true;
  EXPECT_THAT(Judge(result).tainted, ElementsAre(HasSubstr("salvaged")));
  result.trace.lost_events = 12;
  EXPECT_THAT(Judge(result).tainted, ElementsAre("the recorder lost 12 events"));
  EXPECT_FALSE(Judge(result).trusted());
}

TEST(JudgeTest, WhatMeasuredSomethingElseIsWithheld) {
  RunResult result = SoundResult();
  result.target.direct = false;
  EXPECT_THAT(Judge(result).withheld, ElementsAre(HasSubstr("buffered: /tmp/scratch.img")));
  EXPECT_TRUE(Judge(result).trusted());

  result = SoundResult();
  result.engine = "null";
  EXPECT_THAT(Judge(result).withheld, ElementsAre("engine null does no I/O"));

  result = SoundResult();
  for (RepeatResult& repeat : result.repeats) {
    repeat.substitutions = {
        {.what = "writes skipped: --read-only", .count = 4711, .comparable = false},
        {.what = "FUA done as flush", .count = 3, .comparable = true}};
  }
  EXPECT_THAT(
      Judge(result).withheld,
      ElementsAre(
          "substituted: 4,711 I/Os (writes skipped: --read-only), so it is not comparable"));
}

TEST(DifferencesTest, TheSameWayOnAnotherDriveIsComparable) {
  RunResult other = SoundResult();
  other.target.spec = "/dev/sdz";
  other.host.hostname = "elsewhere";
  other.engine = "io_uring";
  EXPECT_THAT(Differences(SoundResult(), other), IsEmpty());
}

TEST(DifferencesTest, EachDifferenceIsNamedWithBothSides) {
  RunResult other = SoundResult();
  other.trace.digest = "xxh3-128:2";
  other.mode = "afap";
  other.level = "queue";
  other.target.direct = false;
  other.options = {{"speed", "2x"}};
  EXPECT_THAT(
      Differences(SoundResult(), other),
      ElementsAre("trace: xxh3-128:1 / xxh3-128:2", "mode: dependent / afap",
                  "level: issue / queue", "target direct: yes / no", "option speed: not set / 2x"));
}

}  // namespace
}  // namespace ioreel
