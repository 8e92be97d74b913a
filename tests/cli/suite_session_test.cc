#include "cli/suite_session.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "analysis/score/suite_score.h"
#include "cli/command.h"
#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/sim_suite.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;

class SuiteSessionTest : public testing::Test {
 protected:
  SuitePlan Plan(int passes) {
    SuiteRunOptions options;
    options.idle_ns = 0;
    options.suite_path = suite_;
    options.suite = *ReadSuite(suite_);
    options.passes = passes;
    options.replay.target = "sim:64m:read=80us";
    absl::StatusOr<SuitePlan> plan = PlanSuite(options, &stop_);
    EXPECT_THAT(plan, IsOk());
    return *std::move(plan);
  }
  SuiteResult Held() const { return std::get<SuiteResult>(*ReadResult(output_)); }

  std::atomic<bool> stop_{false};
  const std::string suite_ = SmallSuite("suite-session");
  const std::string output_ = FreshScratchPath("suite-session.json");
};

TEST_F(SuiteSessionTest, AFailingTraceDoesNotLoseTheOthers) {
  SuitePlan plan = Plan(2);
  plan.traces[0].replay.trace = {ScratchPath("gone.csv")};
  SuiteSession session(std::move(plan), output_, 0, &stop_);
  ASSERT_THAT(session.Run(), IsOk());
  const SuiteResult held = Held();
  EXPECT_TRUE(held == session.result());
  EXPECT_TRUE(held.complete);
  EXPECT_THAT(held.traces[0].failure, HasSubstr("gone.csv"));
  EXPECT_FALSE(held.traces[0].result.has_value());
  EXPECT_EQ(held.traces[1].result->repeats.size(), 2);
  const SuiteScore score = ScoreSuite({output_, held}, {}, false);
  EXPECT_EQ(score.outcome, Outcome::kInvalid);
  EXPECT_TRUE(score.traces[1].score.storage.has_value());
  EXPECT_FALSE(score.total.storage.has_value());
}

TEST_F(SuiteSessionTest, AStoppedRunLeavesAValidPart) {
  SuitePlan plan = Plan(2);
  stop_ = true;
  SuiteSession session(std::move(plan), output_, 0, &stop_);
  ASSERT_THAT(session.Run(), IsOk());
  EXPECT_FALSE(Held().complete);
  EXPECT_FALSE(Held().traces[0].result.has_value());
}

TEST_F(SuiteSessionTest, ARunGoesOnWithWhatIsMissingOrUnsound) {
  SuiteSession first(Plan(3), output_, 0, &stop_);
  ASSERT_THAT(first.Run(), IsOk());
  SuiteResult kept = first.result();
  kept.complete = false;
  kept.traces[0].result->repeats[2].fidelity.valid = false;
  kept.traces[1].result->repeats.resize(1);
  kept.traces[1].result->repeats[0].cpu_ns = 77;  // by which it is known again
  kept.traces[1].failure = "as it was";
  ASSERT_THAT(WriteSuiteResult(kept, output_), IsOk());
  SuiteSession second(Plan(3), output_, 0, &stop_);
  ASSERT_THAT(second.TakeKept(), IsOk());
  EXPECT_EQ(second.result().traces[0].result->repeats.size(), 2);
  ASSERT_THAT(second.Run(), IsOk());
  const SuiteResult held = Held();
  EXPECT_TRUE(held.complete);
  EXPECT_EQ(held.created_wall_ns, kept.created_wall_ns);
  EXPECT_EQ(held.traces[0].result->repeats.size(), 3);
  ASSERT_EQ(held.traces[1].result->repeats.size(), 3);
  EXPECT_EQ(held.traces[1].result->repeats[0].cpu_ns, 77);
  EXPECT_EQ(held.traces[1].failure, "");
}

TEST_F(SuiteSessionTest, WhatIsKeptMustBeOfTheSamePlan) {
  SuiteSession first(Plan(2), output_, 0, &stop_);
  ASSERT_THAT(first.Run(), IsOk());
  const auto differs = [&](SuitePlan plan, const std::string& what) {
    const absl::Status refused = SuiteSession(std::move(plan), output_, 0, &stop_).TakeKept();
    EXPECT_THAT(refused, FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr(what)));
    EXPECT_EQ(ExitCodeOf(refused), ExitCode::kIncomparable);
  };
  differs(Plan(3), "passes: 2 / 3");
  SuitePlan other = Plan(2);
  other.traces[1].facts.options["fit"] = "wrap";
  differs(std::move(other), "option fit: fail / wrap");
  other = Plan(2);
  other.empty.traces.pop_back();
  other.traces.pop_back();
  differs(std::move(other), "number of traces: 2 / 1");
}

TEST_F(SuiteSessionTest, WhatIsNoSuiteCannotGoOn) {
  ScratchFile("suite-session.json", "{\"schema_version\": 4}");
  EXPECT_THAT(SuiteSession(Plan(1), output_, 0, &stop_).TakeKept(),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("schema_version is 4")));
}

}  // namespace
}  // namespace ioreel
