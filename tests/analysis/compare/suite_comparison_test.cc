#include "analysis/compare/suite_comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "analysis/report/comparison_output.h"
#include "tests/support/noisy_runs.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A result of a trace of this number, whose completion times are these, in seconds.
NamedResult Timed(int trace, const std::vector<double>& times, const std::string& target) {
  NamedResult result = {.name = target + std::to_string(trace), .result = TimedRuns(times)};
  result.result.trace.digest = "xxh3-128:" + std::to_string(trace);
  result.result.target.spec = target;
  return result;
}
NamedResult Old(int trace, const std::vector<double>& times) { return Timed(trace, times, "old"); }
NamedResult New(int trace, const std::vector<double>& times) { return Timed(trace, times, "new"); }

constexpr double kTimes[] = {1.0, 1.01, 1.02, 1.03, 1.04};

std::vector<double> Scaled(double factor) {
  std::vector<double> times(std::begin(kTimes), std::end(kTimes));
  for (double& time : times) time *= factor;
  return times;
}

TEST(SuiteComparisonTest, TheSuiteIsTheGeometricMeanOfItsTraces) {
  const SuiteComparison found = CompareSuites({Old(1, Scaled(1)), Old(2, Scaled(8))},
                                              {New(2, Scaled(8)), New(1, Scaled(4))}, {});
  ASSERT_EQ(found.outcome, Outcome::kOk);
  ASSERT_EQ(found.traces.size(), 2);
  EXPECT_NEAR(std::exp(found.traces[0].metrics[0].shift->shift), 4, 1e-9);
  EXPECT_NEAR(std::exp(found.traces[1].metrics[0].shift->shift), 1, 1e-9);
  const MetricComparison& completion = found.suite[0];
  EXPECT_NEAR(*completion.a_median, 1.02e9 * std::sqrt(8), 1e3);
  EXPECT_NEAR(std::exp(completion.shift->shift), 2, 1e-6) << "√(4 × 1)";
  EXPECT_DOUBLE_EQ(completion.shift->p, 2.0 / 252) << "five runs a side";
  EXPECT_EQ(completion.adjusted_p, std::nullopt);
  EXPECT_THAT(found.warnings, IsEmpty());
}

TEST(SuiteComparisonTest, TheTracesAreJudgedForTheirNumber) {
  const SuiteComparison found = CompareSuites({Old(1, Scaled(1)), Old(2, Scaled(1))},
                                              {New(1, Scaled(2)), New(2, Scaled(1))}, {});
  EXPECT_DOUBLE_EQ(*found.traces[0].metrics[0].adjusted_p, 2 * 2.0 / 252);
  EXPECT_DOUBLE_EQ(*found.traces[1].metrics[0].adjusted_p, 1);
  const std::vector<double> four = {1, 1.01, 1.02, 1.03}, slow = {2, 2.01, 2.02, 2.03};
  const SuiteComparison few =
      CompareSuites({Old(1, four), Old(2, four)}, {New(1, slow), New(2, four)}, {});
  EXPECT_DOUBLE_EQ(few.traces[0].metrics[0].shift->p, 2.0 / 70);
  EXPECT_FALSE(few.traces[0].metrics[0].significant()) << "2/70 twice is above 0.05";
}

TEST(SuiteComparisonTest, OneTraceIsNoSuite) {
  const SuiteComparison found = CompareSuites({Old(1, Scaled(1))}, {New(1, Scaled(2))}, {});
  EXPECT_THAT(found.suite, IsEmpty());
  EXPECT_EQ(found.traces[0].metrics[0].adjusted_p, std::nullopt);
}

TEST(SuiteComparisonTest, ATraceThatOneSideLacksIsNamed) {
  const SuiteComparison found =
      CompareSuites({Old(1, Scaled(1)), Old(2, Scaled(1))}, {New(1, Scaled(2))}, {});
  EXPECT_EQ(found.outcome, Outcome::kIncomparable);
  EXPECT_THAT(found.reasons,
              ElementsAre(AllOf(HasSubstr("xxh3-128:2"), HasSubstr("side B has no run of it"))));
  EXPECT_EQ(found.traces.size(), 1) << "what both have is still told";
  EXPECT_THAT(found.suite, IsEmpty());
}

TEST(SuiteComparisonTest, AnInvalidTraceIsWorseThanAnIncomparableOne) {
  NamedResult invalid = New(2, Scaled(1));
  invalid.result.repeats[0].complete = false;
  const SuiteComparison found = CompareSuites(
      {Old(1, Scaled(1)), Old(2, Scaled(1)), Old(3, Scaled(1))}, {New(1, Scaled(2)), invalid}, {});
  EXPECT_EQ(found.outcome, Outcome::kInvalid);
  EXPECT_THAT(ComparisonText(found), AllOf(HasSubstr("INVALID new2: "), HasSubstr("xxh3-128:3")));
}

TEST(SuiteComparisonTest, UnequalNumbersOfRunsAreToldOf) {
  const SuiteComparison found = CompareSuites({Old(1, Scaled(1)), Old(2, {1, 1.1, 1.2, 1.3})},
                                              {New(1, Scaled(2)), New(2, Scaled(2))}, {});
  EXPECT_EQ(found.suite_runs_a, 4);
  EXPECT_EQ(found.suite_runs_b, 5);
  EXPECT_THAT(found.warnings, ElementsAre(HasSubstr("the first 4 of A and 5 of B")));
}

TEST(SuiteComparisonTest, TooFewRunsAreWarnedOf) {
  const std::vector<double> three = {1, 1.1, 1.2}, four = {1, 1.1, 1.2, 1.3};
  const SuiteComparison suite =
      CompareSuites({Old(1, three), Old(2, Scaled(1))}, {New(1, three), New(2, Scaled(2))}, {});
  EXPECT_THAT(suite.warnings,
              ElementsAre(AllOf(HasSubstr("of the suite, 3 and 3 runs"), HasSubstr("run 4 a side")),
                          HasSubstr("different numbers of runs")));
  const SuiteComparison traces =
      CompareSuites({Old(1, four), Old(2, four)}, {New(1, four), New(2, four)}, {});
  EXPECT_THAT(traces.warnings,
              ElementsAre(AllOf(HasSubstr("multiplied by their number of 2, 4 and 4 runs"),
                                HasSubstr("p is 0.057"), HasSubstr("run 5 a side"))));
}

TEST(SuiteComparisonTest, AFigureThatOneTraceDoesNotKnowIsUnknown) {
  const SuiteComparison found = CompareSuites({Old(1, Scaled(1)), Old(2, Scaled(1))},
                                              {New(1, Scaled(2)), New(2, Scaled(1))}, {});
  EXPECT_EQ(found.suite[4].metric->key, "read_p99_ns");
  EXPECT_EQ(found.suite[4].shift, std::nullopt);
}

}  // namespace
}  // namespace ioreel
