#include "analysis/score/score_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/sample_result.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

RunResult InvalidResult() {
  RunResult result = SoundResult();
  result.repeats[0].complete = false;
  return result;
}

RunResult BufferedResult() {
  RunResult result = SoundResult();
  result.target.direct = false;
  return result;
}

TEST(ScoreReportTest, ASoundResultIsScoredAgainstTheRecordedRun) {
  const ScoreReport report = MakeScoreReport({{"a.json", SoundResult()}}, {}, false);
  EXPECT_EQ(report.outcome, Outcome::kOk);
  EXPECT_DOUBLE_EQ(*report.cards[0].score.speed, 2000);
  EXPECT_THAT(report.cards[0].notes, IsEmpty());
  EXPECT_EQ(report.trace, "app.ioreel: app --all");
}

TEST(ScoreReportTest, AnInvalidResultHasNoScoreUnlessAllowed) {
  const std::vector<NamedResult> results = {{"bad.json", InvalidResult()},
                                            {"a.json", SoundResult()}};
  const ScoreReport refused = MakeScoreReport(results, {}, false);
  EXPECT_EQ(refused.outcome, Outcome::kInvalid);
  EXPECT_EQ(refused.cards[0].score.speed, std::nullopt);
  EXPECT_TRUE(refused.cards[1].score.speed.has_value());

  const ScoreReport allowed = MakeScoreReport(results, {}, true);
  EXPECT_EQ(allowed.outcome, Outcome::kOk);
  EXPECT_TRUE(allowed.cards[0].score.speed.has_value());
  EXPECT_THAT(allowed.cards[0].verdict.invalid, ElementsAre(HasSubstr("incomplete")));
}

TEST(ScoreReportTest, ATaintedTraceIsRefusedLikeAnInvalidRun) {
  RunResult result = SoundResult();
  result.trace.lost_events = 1;
  EXPECT_EQ(MakeScoreReport({{"a.json", result}}, {}, false).outcome, Outcome::kInvalid);
  EXPECT_EQ(MakeScoreReport({{"a.json", result}}, {}, true).outcome, Outcome::kOk);
}

TEST(ScoreReportTest, AnInvalidReferenceSpoilsEveryScore) {
  const NamedResult reference{"ref.json", InvalidResult()};
  const ScoreReport report = MakeScoreReport({{"a.json", SoundResult()}}, reference, false);
  EXPECT_EQ(report.outcome, Outcome::kInvalid);
  EXPECT_EQ(report.cards[0].score.speed, std::nullopt);
}

TEST(ScoreReportTest, AReferenceIsAThousandPoints) {
  RunResult reference = SoundResult();
  for (RepeatResult& repeat : reference.repeats) repeat.completion_ns *= 2;
  const ScoreReport report =
      MakeScoreReport({{"a.json", SoundResult()}}, NamedResult{"ref.json", reference}, false);
  EXPECT_EQ(report.outcome, Outcome::kOk);
  EXPECT_DOUBLE_EQ(*report.reference->score.speed, 1000);
  EXPECT_DOUBLE_EQ(*report.cards[0].score.speed, 2000);
}

TEST(ScoreReportTest, ABufferedRunAloneIsShownWithoutScores) {
  const ScoreReport report = MakeScoreReport({{"a.json", BufferedResult()}}, {}, false);
  EXPECT_EQ(report.outcome, Outcome::kOk);
  EXPECT_EQ(report.cards[0].score.speed, std::nullopt);
  EXPECT_EQ(report.cards[0].score.storage, std::nullopt);
  EXPECT_TRUE(report.cards[0].measured.completion_ns.median.has_value());
}

TEST(ScoreReportTest, ARunThatMeasuredSomethingElseIsNotCompared) {
  const NamedResult buffered{"a.json", BufferedResult()};
  const ScoreReport together = MakeScoreReport({buffered, {"b.json", BufferedResult()}}, {}, false);
  EXPECT_EQ(together.outcome, Outcome::kIncomparable);
  EXPECT_THAT(together.cards[1].differences, ElementsAre(HasSubstr("against a.json: buffered")));
  EXPECT_EQ(MakeScoreReport({{"b.json", SoundResult()}}, buffered, true).outcome,
            Outcome::kIncomparable);
}

TEST(ScoreReportTest, ResultsOfDifferentTracesAreNotCompared) {
  RunResult other = SoundResult();
  other.trace.digest = "xxh3-128:2";
  const ScoreReport report =
      MakeScoreReport({{"a.json", SoundResult()}, {"b.json", other}}, {}, false);
  EXPECT_EQ(report.outcome, Outcome::kIncomparable);
  EXPECT_THAT(report.cards[0].differences, IsEmpty());
  EXPECT_THAT(report.cards[1].differences,
              ElementsAre("against a.json: trace: xxh3-128:1 / xxh3-128:2"));
  EXPECT_TRUE(report.cards[0].score.speed.has_value());
  EXPECT_EQ(report.cards[1].score.speed, std::nullopt);
}

TEST(ScoreReportTest, InvalidComesBeforeIncomparable) {
  RunResult other = InvalidResult();
  other.mode = "stream";
  const std::vector<NamedResult> results = {{"a.json", SoundResult()}, {"b.json", other}};
  EXPECT_EQ(MakeScoreReport(results, {}, false).outcome, Outcome::kInvalid);
  EXPECT_EQ(MakeScoreReport(results, {}, true).outcome, Outcome::kIncomparable);
}

TEST(ScoreReportTest, NotesSpreadFewRepeatsAndImplausibleFigures) {
  RunResult result = SoundResult();
  result.repeats[0].completion_ns = 3'000'000'000;
  EXPECT_THAT(MakeScoreReport({{"a.json", result}}, {}, false).cards[0].notes,
              ElementsAre(HasSubstr("completion time varies by 25.1 % (more than 10 %)")));
  result = SoundResult();
  result.repeats.resize(1);
  result.repeats[0].bandwidth_bytes_per_s = 100e9;
  EXPECT_THAT(MakeScoreReport({{"a.json", result}}, {}, false).cards[0].notes,
              ElementsAre(HasSubstr("only 1 repeat:"), HasSubstr("a cache or a RAM disk")));
}

TEST(ScoreReportTest, AfapHasNoSpeedScoreAgainstTheRecordedRun) {
  RunResult result = SoundResult();
  result.mode = "afap";
  const ScoreReport alone = MakeScoreReport({{"a.json", result}}, {}, false);
  EXPECT_EQ(alone.cards[0].score.speed, std::nullopt);
  EXPECT_DOUBLE_EQ(*alone.cards[0].score.device, 2000);
  const ScoreReport against =
      MakeScoreReport({{"a.json", result}}, NamedResult{"r", result}, false);
  EXPECT_DOUBLE_EQ(*against.cards[0].score.speed, 1000);
}

TEST(ScoreReportTest, ChangedThinkTimeHasNoRecordedCounterpart) {
  for (const auto& [option, value] : {std::pair{"speed", "2"}, {"idle_cap_ns", "100000000"}}) {
    RunResult result = SoundResult();
    result.options[option] = value;
    const ScoreReport report = MakeScoreReport({{"a.json", result}}, {}, false);
    EXPECT_EQ(report.cards[0].score.speed, std::nullopt) << option;
    EXPECT_THAT(report.cards[0].notes, ElementsAre(HasSubstr("no recorded counterpart")));
  }
  RunResult as_recorded = SoundResult();
  as_recorded.options["speed"] = "1";
  const ScoreReport report = MakeScoreReport({{"a.json", as_recorded}}, {}, false);
  EXPECT_DOUBLE_EQ(*report.cards[0].score.speed, 2000);
}

}  // namespace
}  // namespace ioreel
