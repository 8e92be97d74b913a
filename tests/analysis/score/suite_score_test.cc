#include "analysis/score/suite_score.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/score/suite_conditions.h"
#include "tests/support/matchers.h"
#include "tests/support/sample_result.h"

namespace ioreel {
namespace {

using ::testing::Contains;
using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

SuiteScore Scored(const SuiteResult& suite) { return ScoreSuite({"s.json", suite}, {}, false); }

TEST(SuiteScoreTest, MeansAreGeometricAndWeighted) {
  EXPECT_DOUBLE_EQ(WeightedGeometricMean({2, 8}, {1, 1}), 4);
  EXPECT_DOUBLE_EQ(WeightedGeometricMean({2, 16}, {2, 1}), 4);
  EXPECT_DOUBLE_EQ(WeightedGeometricMean({7}, {0.5}), 7);
}

TEST(SuiteScoreTest, ASoundRunIsScoredAgainstItsReference) {
  SuiteResult suite = SoundSuiteResult();
  suite.reference->traces["build"].completion_ns = 160'000'000'000;  // 8 times as long
  const SuiteScore score = Scored(suite);
  EXPECT_EQ(score.outcome, Outcome::kOk);
  EXPECT_THAT(score.invalid, IsEmpty());
  EXPECT_THAT(score.withheld, IsEmpty());
  EXPECT_THAT(score.notes, IsEmpty());
  ASSERT_EQ(score.traces.size(), 2);
  EXPECT_DOUBLE_EQ(*score.traces[0].score.speed, 2000);
  EXPECT_DOUBLE_EQ(*score.traces[1].score.speed, 8000);
  EXPECT_THAT(*score.total.speed, DoubleNear(1000 * std::pow(2 * 8 * 8 * 8, 0.25), 1e-6));
  EXPECT_THAT(*score.total.device, DoubleNear(500, 1e-9));
  // All reads: 350 MB/s and 75 µs.
  EXPECT_THAT(*score.total.storage, DoubleNear(std::sqrt(350 / 75e-6), 1e-6));
  EXPECT_THAT(score.traces[0].pass_speeds,
              ElementsAre(2000, DoubleNear(4e6 / 2100, 1e-9), DoubleNear(4e6 / 1900, 1e-9)));
  ASSERT_EQ(score.pass_speeds.size(), 3);
  EXPECT_THAT(score.pass_speeds[0], DoubleNear(*score.total.speed, 1e-6));
  EXPECT_EQ(score.traces[0].longest_ns, 900'000);
  EXPECT_EQ(score.reference, "a slow drive");
}

TEST(SuiteScoreTest, TheStorageScoreIsOfAllReadsAndWrites) {
  SuiteResult suite = SoundSuiteResult();
  for (RepeatResult& pass : suite.traces[1].result->repeats) {  // ten times the I/O of "edit"
    pass.ops[0].completion.mean_ns = 750'000;
    pass.ops.push_back({.op = Op::kFlush, .count = 1000, .completion = {.mean_ns = 9'000'000}});
  }
  const double access_s = (1'000 * 75e-6 + 10'000 * 750e-6) / 11'000;
  EXPECT_THAT(*Scored(suite).total.storage, DoubleNear(std::sqrt(350 / access_s), 1e-6));
}

TEST(SuiteScoreTest, AnInvalidPassTakesTheSuitesScore) {
  SuiteResult suite = SoundSuiteResult();
  suite.traces[1].result->repeats[2].fidelity.valid = false;
  const SuiteScore score = Scored(suite);
  EXPECT_EQ(score.outcome, Outcome::kInvalid);
  EXPECT_THAT(score.invalid, ElementsAre("build: repeat 3: the replay did not keep time"));
  EXPECT_TRUE(score.traces[0].score.speed.has_value()) << "the others keep theirs";
  EXPECT_FALSE(score.traces[1].score.speed.has_value());
  EXPECT_FALSE(score.total.speed.has_value());
  EXPECT_TRUE(ScoreSuite({"s.json", suite}, {}, true).total.speed.has_value());
}

TEST(SuiteScoreTest, MissingPassesAreNamed) {
  SuiteResult suite = SoundSuiteResult();
  suite.complete = false;
  suite.traces[0].result->repeats.pop_back();
  suite.traces[1].result.reset();
  suite.traces[1].failure = "no space left";
  const SuiteScore score = Scored(suite);
  EXPECT_THAT(score.invalid, ElementsAre("it was stopped before all replays were made",
                                         "build: 0 of 3 passes were made",
                                         "edit: 2 of 3 passes were made", "build: no space left"));
  EXPECT_FALSE(ScoreSuite({"s.json", suite}, {}, true).total.storage.has_value());
}

TEST(SuiteScoreTest, WithoutAReferenceTheStorageScoreIsLeft) {
  SuiteResult suite = SoundSuiteResult();
  suite.reference.reset();
  suite.scope = "quick";
  const SuiteScore score = Scored(suite);
  EXPECT_FALSE(score.total.speed.has_value());
  EXPECT_TRUE(score.total.storage.has_value());
  EXPECT_THAT(score.notes, Contains(HasSubstr("no reference times for a quick run")));
  EXPECT_EQ(score.outcome, Outcome::kOk);
}

TEST(SuiteScoreTest, OtherConditionsThanTheReferencesGiveNoPoints) {
  SuiteResult suite = SoundSuiteResult();
  suite.passes = 4;
  suite.layout = "shared";
  suite.traces[0].result->options["fit"] = "wrap";
  for (SuiteTraceResult& trace : suite.traces) {
    trace.result->repeats.push_back(trace.result->repeats[0]);
  }
  const SuiteScore score = Scored(suite);
  EXPECT_THAT(score.withheld,
              ElementsAre(HasSubstr("passes: 4 / 3"), HasSubstr("layout: shared / separate"),
                          HasSubstr("option fit: not set (build); wrap (edit) / not set")));
  EXPECT_TRUE(score.total.storage.has_value()) << "it is relative to nothing";
  EXPECT_FALSE(score.total.speed.has_value());
  EXPECT_FALSE(score.traces[0].score.device.has_value());
}

TEST(SuiteScoreTest, WhatTheSuiteTellsOfItselfIsNoOption) {
  SuiteResult suite = SoundSuiteResult();
  suite.traces[1].result->options = {{"offset_bytes", "1048576"}, {"idle_ns", "5"}};
  EXPECT_TRUE(Scored(suite).total.speed.has_value());
}

TEST(SuiteScoreTest, SimulatedAndBufferedTargetsAreNotHeldAgainstAMeasuredReference) {
  SuiteResult simulated = SoundSuiteResult(), buffered = SoundSuiteResult();
  for (SuiteTraceResult& trace : simulated.traces) trace.result->engine = "sim";
  EXPECT_THAT(Scored(simulated).withheld, ElementsAre(HasSubstr("drives are simulated")));
  EXPECT_FALSE(Scored(simulated).total.speed.has_value());
  for (SuiteTraceResult& trace : buffered.traces) trace.result->target.direct = false;
  EXPECT_THAT(Scored(buffered).withheld, ElementsAre(HasSubstr("all traces: buffered")));
  EXPECT_FALSE(Scored(buffered).total.speed.has_value());
}

TEST(SuiteScoreTest, SpreadIsNoted) {
  SuiteResult suite = SoundSuiteResult();
  suite.traces[0].result->repeats[0].completion_ns *= 2;
  EXPECT_THAT(Scored(suite).notes, ElementsAre(HasSubstr("edit: the repeats' completion time")));
}

TEST(SuiteScoreTest, APartOfASuiteScoresItsTracesAlone) {
  SuiteResult suite = SoundSuiteResult();
  suite.scope = "part";
  suite.traces.pop_back();
  const SuiteScore score = Scored(suite);
  EXPECT_TRUE(score.traces[0].score.speed.has_value());
  EXPECT_FALSE(score.total.storage.has_value());
  EXPECT_THAT(score.notes, ElementsAre(HasSubstr("a part of the suite")));
}

TEST(SuiteScoreTest, AnotherRunMayBeTheReference) {
  SuiteResult old = SoundSuiteResult();
  for (SuiteTraceResult& trace : old.traces) {
    for (RepeatResult& pass : trace.result->repeats) pass.completion_ns *= 3;
  }
  const NamedSuite run = {"new.json", SoundSuiteResult()};
  const SuiteScore score = ScoreSuite(run, NamedSuite{"old.json", old}, false);
  EXPECT_THAT(*score.total.speed, DoubleNear(3000, 1e-9));
  EXPECT_EQ(score.reference, "old.json");

  old.passes = 2;
  for (SuiteTraceResult& trace : old.traces) trace.result->repeats.pop_back();
  const SuiteScore other = ScoreSuite(run, NamedSuite{"old.json", old}, false);
  EXPECT_EQ(other.outcome, Outcome::kIncomparable);
  EXPECT_THAT(other.differences, ElementsAre("against old.json: passes: 3 / 2"));
  EXPECT_FALSE(other.total.speed.has_value());
}

TEST(SuiteScoreTest, SeveralRunsMustBeOfOneSuiteRunInOneWay) {
  SuiteResult other = SoundSuiteResult();
  other.suite.version = 2;
  other.traces[1].weight = 1;
  const auto scores = ScoreSuites({{"a.json", SoundSuiteResult()}, {"b.json", other}}, {}, false);
  EXPECT_TRUE(scores[0].total.speed.has_value());
  EXPECT_EQ(scores[1].outcome, Outcome::kIncomparable);
  EXPECT_THAT(scores[1].differences, ElementsAre("against a.json: version of the suite: 1 / 2",
                                                 "against a.json: weight of build: 3 / 1"));
  EXPECT_FALSE(scores[1].total.storage.has_value());
}

TEST(SuiteReferenceTest, MediansOfASoundRunAreAReference) {
  const auto reference = MakeReference(SoundSuiteResult(), "my drive");
  ASSERT_THAT(reference, IsOk());
  EXPECT_EQ(reference->device, "my drive");
  EXPECT_EQ(reference->passes, 3);
  EXPECT_EQ(reference->traces.at("edit"), (ReferenceTimes{2'000'000'000, 500'000'000}));
  EXPECT_EQ(reference->conditions, SoundSuiteResult().reference->conditions);
  EXPECT_THAT(reference->fingerprint, HasSubstr("device, DRIVE 9"));
  SuiteResult again = SoundSuiteResult();
  again.reference = *reference;
  EXPECT_DOUBLE_EQ(*Scored(again).total.speed, 1000);
  EXPECT_DOUBLE_EQ(*Scored(again).total.device, 1000);
}

TEST(SuiteReferenceTest, WhatIsNoReferenceIsToldWhy) {
  const auto refused = [](const std::function<void(SuiteResult&)>& change, const char* why) {
    SuiteResult suite = SoundSuiteResult();
    change(suite);
    EXPECT_THAT(MakeReference(suite, ""),
                FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr(why)));
  };
  refused([](SuiteResult& s) { s.scope = "part"; }, "part of the suite");
  refused([](SuiteResult& s) { s.traces[1].result.reset(); }, "build: not all of its 3 passes");
  refused([](SuiteResult& s) { s.traces[0].result->repeats.pop_back(); }, "edit: not all");
  refused([](SuiteResult& s) { s.traces[0].result->engine = "sim"; }, "simulated");
  refused([](SuiteResult& s) { s.traces[0].result->target.direct = false; }, "edit: buffered");
  refused([](SuiteResult& s) { s.traces[0].result->trace.tainted = true; }, "edit: the trace was");
  refused([](SuiteResult& s) { s.traces[0].result->repeats[0].complete = false; },
          "edit: repeat 1: incomplete");
}

}  // namespace
}  // namespace ioreel
