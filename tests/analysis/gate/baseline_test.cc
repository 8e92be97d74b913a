#include "analysis/gate/baseline.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "analysis/gate/policy.h"
#include "analysis/report/baseline_output.h"
#include "tests/support/noisy_runs.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A result a day, each of one run that took so many seconds.
std::vector<NamedResult> Daily(const std::vector<double>& times) {
  constexpr int64_t kDayNs = 86'400'000'000'000;
  std::vector<NamedResult> results;
  for (const double time : times) {
    const auto day = static_cast<int64_t>(results.size());
    NamedResult& result = results.emplace_back();
    result = {.name = absl::StrCat("day", day, ".json"), .result = TimedRuns({time})};
    result.result.created_wall_ns = day * kDayNs;
  }
  return results;
}

const std::vector<double> kUsual = {2.0, 2.02, 1.98, 2.01, 1.99, 2.0};

TEST(BaselineTest, TheCentreIsRobust) {
  std::vector<double> times = kUsual;
  times.push_back(50);
  const auto centre = CentreOf(Daily(times), *FindMetric("completion_ns"));
  ASSERT_TRUE(centre);
  EXPECT_EQ(centre->median, 2e9);
  EXPECT_EQ(centre->runs, 7);
  EXPECT_LT(centre->deviation, 0.02);
  EXPECT_EQ(CentreOf(Daily({2, 2}), *FindMetric("write_p99_ns")), std::nullopt);
  EXPECT_EQ(CentreOf({}, *FindMetric("completion_ns")), std::nullopt);
}

TEST(BaselineTest, G2AnOutlierCannotBecomeTheBaseline) {
  const std::vector<NamedResult> pinned = Daily(kUsual);
  NamedResult slow = {.name = "slow.json", .result = TimedRuns({3})};
  const PinRefusal refusal = JudgePin(slow, pinned, {slow});
  EXPECT_THAT(refusal.invalid,
              ElementsAre(AllOf(HasSubstr("an outlier: its completion time is 1.500 times the "
                                          "median of 6 others"))));
  EXPECT_THAT(refusal.mixing, IsEmpty());
  slow.result = TimedRuns({2.03});
  EXPECT_THAT(JudgePin(slow, pinned, {slow}).invalid, IsEmpty());
}

TEST(BaselineTest, G2NorCanSeveralThatComeTogether) {
  const std::vector<NamedResult> pinned = Daily(kUsual);
  std::vector<NamedResult> added;
  for (int i = 0; i < 10; ++i) {
    added.push_back({.name = absl::StrCat("slow", i, ".json"), .result = TimedRuns({3})});
  }
  for (const NamedResult& result : added) {
    EXPECT_THAT(JudgePin(result, pinned, added).invalid, ElementsAre(HasSubstr("an outlier")));
  }
}

TEST(BaselineTest, G2OneThatIsPinnedIsMarked) {
  std::vector<double> times = kUsual;
  times.insert(times.begin() + 2, 1.2);
  const BaselineSet baseline = MakeBaseline(Daily(times));
  ASSERT_EQ(baseline.traces.size(), 1);
  const PinnedTrace& trace = baseline.traces[0];
  for (size_t i = 0; i < times.size(); ++i) {
    EXPECT_EQ(trace.results[i].outlying.empty(), i != 2) << i;
  }
  EXPECT_EQ(trace.completion->runs, 6) << "the centre is without it";
  constexpr int64_t kTenDaysNs = 864'000'000'000'000;
  EXPECT_THAT(BaselineText(baseline, kTenDaysNs),
              AllOf(HasSubstr("centre   completion 2.000 s, ± 0.7 %;"),
                    HasSubstr("day6.json         4.0     1"),
                    HasSubstr("OUTLIER  day2.json: its completion time is 0.600 times")));
}

TEST(BaselineTest, G2ARunThatLiesOutTakesItsResultWithIt) {
  const std::vector<NamedResult> pinned = Daily(kUsual);
  const NamedResult wild = {.name = "wild.json", .result = TimedRuns({2, 2.01, 6, 1.99, 2})};
  EXPECT_THAT(
      JudgePin(wild, pinned, {wild}).invalid,
      ElementsAre(HasSubstr("an outlier: the completion time of its repeat 3 is 3.000 times "
                            "the median of 6 others")));
  EXPECT_THAT(JudgePin(wild, {}, {wild}).invalid, IsEmpty()) << "5 runs: 4 others of its own";
  const NamedResult more = {.name = "more.json", .result = TimedRuns({2, 2.01, 1.99, 2, 2, 6})};
  EXPECT_THAT(JudgePin(more, {}, {more}).invalid,
              ElementsAre(HasSubstr("of its repeat 6 is 3.000 times the median of 5 others")));
}

TEST(BaselineTest, WhereHalfLieOutNobodyDoes) {
  const std::vector<double> quick(10, 22.8), slow(10, 30);
  const NamedResult a = {.name = "a.json", .result = TimedRuns(quick)};
  const NamedResult b = {.name = "b.json", .result = TimedRuns(slow)};
  for (const std::vector<NamedResult>& results : {std::vector<NamedResult>{a, b}, {a, b, a, b}}) {
    const BaselineSet baseline = MakeBaseline(results);
    for (const PinnedResult& result : baseline.traces[0].results) EXPECT_EQ(result.outlying, "");
    EXPECT_THAT(
        baseline.traces[0].scattered,
        AllOf(HasSubstr("do not agree"), HasSubstr("a.json: its completion time is 0.760")));
    EXPECT_EQ(baseline.traces[0].completion->runs, 10 * static_cast<int>(results.size()));
    EXPECT_THAT(BaselineText(baseline, 0), HasSubstr("SCATTERED the results of app.ioreel"));
  }
  const BaselineSet most = MakeBaseline({a, a, b});
  EXPECT_EQ(most.traces[0].scattered, "");
  EXPECT_NE(most.traces[0].results[2].outlying, "");
}

TEST(BaselineTest, AResultOfTheFutureHasNoAge) {
  const BaselineSet baseline = MakeBaseline(Daily({2, 2}));
  EXPECT_THAT(BaselineText(baseline, 0), HasSubstr("in the future"));
  EXPECT_THAT(BaselineJson(baseline, 0), HasSubstr("\"age_days\": null"));
}

TEST(BaselineTest, AFewRunsJudgeNobody) {
  const NamedResult slow = {.name = "slow.json", .result = TimedRuns({30})};
  EXPECT_THAT(JudgePin(slow, Daily({2, 2, 2, 2}), {slow}).invalid, IsEmpty());
  EXPECT_EQ(WhyOutlying(slow, {}), "");
}

TEST(BaselineTest, ANewBaselineIsJudgedByItself) {
  std::vector<NamedResult> added = Daily(kUsual);
  added.push_back({.name = "slow.json", .result = TimedRuns({30})});
  EXPECT_THAT(JudgePin(added.back(), {}, added).invalid, ElementsAre(HasSubstr("an outlier")));
  EXPECT_THAT(JudgePin(added.front(), {}, added).invalid, IsEmpty());
}

TEST(BaselineTest, AnInvalidRunIsRefused) {
  NamedResult bad = {.name = "bad.json", .result = TimedRuns({2})};
  bad.result.repeats[0].complete = false;
  EXPECT_THAT(JudgePin(bad, {}, {bad}).invalid, ElementsAre(HasSubstr("incomplete")));
}

TEST(BaselineTest, FingerprintsAreNotMixed) {
  const std::vector<NamedResult> pinned = Daily(kUsual);
  const auto refused = [&](void (*change)(RunResult*)) {
    NamedResult result = {.name = "new.json", .result = TimedRuns({2})};
    change(&result.result);
    return JudgePin(result, pinned, {result}).mixing;
  };
  EXPECT_THAT(refused([](RunResult* run) { run->host.hostname = "elsewhere"; }),
              ElementsAre(HasSubstr("day0.json and new.json differ: host: ")));
  EXPECT_THAT(refused([](RunResult* run) { run->host.kernel = "7"; }),
              ElementsAre("day0.json and new.json differ: kernel: unknown / 7"));
  EXPECT_THAT(refused([](RunResult* run) { run->target.spec = "/mnt/b"; }),
              ElementsAre(HasSubstr("target: ")));
  EXPECT_THAT(refused([](RunResult* run) { run->options["speed"] = "2"; }),
              ElementsAre(HasSubstr("option speed: ")));
  EXPECT_THAT(refused([](RunResult* run) {
                run->repeats[0].substitutions = {
                    {.what = "writes skipped", .count = 1, .comparable = false}};
              }),
              ElementsAre(HasSubstr("substituted")));
  EXPECT_THAT(refused([](RunResult* run) { run->trace.digest = "xxh3-128:2"; }), IsEmpty())
      << "another trace of the suite";
  EXPECT_THAT(refused([](RunResult* run) {
                run->trace.digest = "xxh3-128:2";
                run->host.kernel = "7";
              }),
              ElementsAre(HasSubstr("kernel")));
}

TEST(BaselineTest, AMixedOneIsToldOf) {
  std::vector<NamedResult> results = Daily(kUsual);
  results[3].result.host.kernel = "7";
  EXPECT_THAT(MakeBaseline(results).mixed,
              ElementsAre("day0.json and day3.json differ: kernel: unknown / 7"));
}

}  // namespace
}  // namespace ioreel
