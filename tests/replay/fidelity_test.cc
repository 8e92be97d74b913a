#include "replay/run/fidelity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace ioreel {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr int64_t kMs = 1'000'000;

Sample At(int64_t due_ns, int64_t error_ns, bool saturated = false) {
  return {.due_ns = due_ns, .submit_ns = due_ns + error_ns, .saturated = saturated};
}

/// One I/O a millisecond; its error as `error` says of its number.
template <typename Error>
Fidelity Judge(ReplayMode mode, int count, Error error) {
  FidelityMeter meter(mode);
  std::vector<Sample> samples;
  for (int i = 0; i < count; ++i) samples.push_back(At(i * kMs, error(i)));
  meter.Add(samples);
  return meter.Finish(count, count);
}

TEST(Fidelity, APunctualReplayIsValid) {
  const Fidelity fidelity = Judge(ReplayMode::kTimed, 1000, [](int i) { return i % 100; });
  EXPECT_TRUE(fidelity.valid);
  EXPECT_THAT(fidelity.reasons, IsEmpty());
  EXPECT_EQ(fidelity.error_p50_ns, 49);
  EXPECT_EQ(fidelity.error_max_ns, 99);
  EXPECT_EQ(fidelity.late, 0u);
  EXPECT_EQ(fidelity.max_drift_ns, kMs);
}

TEST(Fidelity, OnePercentMayBeLateNotTwo) {
  EXPECT_TRUE(
      Judge(ReplayMode::kDependent, 1000, [](int i) { return i % 100 == 7 ? 50 * kMs : 0; }).valid);
  const Fidelity fidelity =
      Judge(ReplayMode::kDependent, 1000, [](int i) { return i % 100 < 2 ? 50 * kMs : 0; });
  EXPECT_FALSE(fidelity.valid);
  EXPECT_EQ(fidelity.late, 20u);
  EXPECT_THAT(fidelity.reasons, ElementsAre(HasSubstr("the limit is 5")));
}

TEST(Fidelity, OneLongDelayOfAClosedLoopDelaysAllThatFollows) {
  const auto frozen = [](int64_t late_ns) {
    return [late_ns](int i) { return i == 500 ? late_ns : 0; };
  };
  EXPECT_TRUE(Judge(ReplayMode::kDependent, 1000, frozen(100 * kMs)).valid) << "20 times the limit";
  const Fidelity fidelity = Judge(ReplayMode::kStream, 1000, frozen(101 * kMs));
  EXPECT_FALSE(fidelity.valid);
  EXPECT_THAT(fidelity.reasons, ElementsAre(HasSubstr("all that waited for it")));
  EXPECT_TRUE(Judge(ReplayMode::kDependent, 20'001, frozen(200 * kMs)).valid) << "1 % of the span";
  EXPECT_FALSE(Judge(ReplayMode::kDependent, 20'001, frozen(201 * kMs)).valid);
  EXPECT_TRUE(Judge(ReplayMode::kTimed, 1000, frozen(900 * kMs)).valid) << "delays nothing";
}

TEST(Fidelity, AHugeLimitIsNone) {
  FidelityMeter meter(ReplayMode::kDependent, std::numeric_limits<int64_t>::max());
  meter.Add(std::vector<Sample>{At(0, 0), At(kMs, 1'000'000 * kMs)});
  EXPECT_TRUE(meter.Finish(2, 2).valid);
}

TEST(Fidelity, EarlyIsAsWrongAsLate) {
  EXPECT_FALSE(Judge(ReplayMode::kTimed, 100, [](int) { return -6 * kMs; }).valid);
}

TEST(Fidelity, TimedReplaysMayNotDriftByMoreThanAThousandthOfTheSpan) {
  const auto drifting = [](int i) { return i * kMs / 500; };  // 0.2 %
  const Fidelity timed = Judge(ReplayMode::kTimed, 2000, drifting);
  EXPECT_FALSE(timed.valid);
  EXPECT_THAT(timed.reasons, ElementsAre(HasSubstr("drifted")));
  EXPECT_EQ(timed.max_drift_ns, 1999 * kMs / 1000);
  EXPECT_EQ(timed.drift_ns, 1950 * kMs / 500);
  const Fidelity dependent = Judge(ReplayMode::kDependent, 2000, drifting);
  EXPECT_TRUE(dependent.valid);
  EXPECT_EQ(dependent.max_drift_ns, kNoTime);
}

TEST(Fidelity, ConstantLatenessIsNoDrift) {
  EXPECT_EQ(Judge(ReplayMode::kTimed, 1000, [](int) { return 3 * kMs; }).drift_ns, 0);
}

TEST(Fidelity, OneLateIoIsNoDrift) {
  for (const int count : {1, 2, 5, 19, 20, 60, 99, 100, 500}) {
    const Fidelity last =
        Judge(ReplayMode::kTimed, count, [&](int i) { return i == count - 1 ? 4 * kMs : 0; });
    EXPECT_TRUE(last.valid) << count;
    EXPECT_EQ(last.drift_ns, count < 20 ? kNoTime : 0) << count;
    EXPECT_EQ(last.max_drift_ns, count < 20 ? kNoTime : kMs) << count;
    EXPECT_TRUE(Judge(ReplayMode::kTimed, count, [](int i) { return i == 0 ? 4 * kMs : 0; }).valid);
  }
}

TEST(Fidelity, FewIosThatAllDriftAreFound) {
  for (const int count : {20, 60, 150, 500}) {
    const Fidelity fidelity =
        Judge(ReplayMode::kTimed, count, [&](int i) { return i * 4 * kMs / count; });
    EXPECT_FALSE(fidelity.valid) << count;
    EXPECT_THAT(fidelity.reasons, ElementsAre(HasSubstr("drifted"))) << count;
  }
}

TEST(Fidelity, AFullQueueIsShownApart) {
  FidelityMeter meter(ReplayMode::kTimed);
  meter.Add({At(0, 0), At(kMs, 900 * kMs, true), At(2 * kMs, 800 * kMs, true)});
  const Fidelity fidelity = meter.Finish(3, 3);
  EXPECT_TRUE(fidelity.valid);
  EXPECT_EQ(fidelity.saturated, 2u);
  EXPECT_EQ(fidelity.error_max_ns, 0);
}

TEST(Fidelity, EverythingPlannedMustBeIssued) {
  FidelityMeter meter(ReplayMode::kAfap);
  meter.Add({At(0, 500 * kMs)});
  EXPECT_TRUE(meter.Finish(1, 1).valid) << "as fast as possible knows no due times";
  const Fidelity fidelity = meter.Finish(1000, 1);
  EXPECT_FALSE(fidelity.valid);
  EXPECT_THAT(fidelity.reasons, ElementsAre("issued 1 of 1,000 I/Os"));
}

TEST(Fidelity, TheLimitCanBeSet) {
  FidelityMeter meter(ReplayMode::kTimed, 100);
  meter.Add({At(0, 150)});
  const Fidelity fidelity = meter.Finish(1, 1);
  EXPECT_FALSE(fidelity.valid);
  EXPECT_EQ(fidelity.max_lag_ns, 100);
}

TEST(Fidelity, MillionsOfSamplesKeepTheirDrift) {
  const Fidelity fidelity =
      Judge(ReplayMode::kTimed, 3'000'000, [](int i) { return int64_t{i} * 100; });
  EXPECT_NEAR(static_cast<double>(fidelity.drift_ns), 2.97e8, 1e5);
  EXPECT_TRUE(fidelity.drift_ns < fidelity.max_drift_ns) << "a ten-thousandth of the span";
}

TEST(Fidelity, NoSamplesNoVerdictAgainstIt) {
  EXPECT_TRUE(FidelityMeter(ReplayMode::kTimed).Finish(0, 0).valid);
}

}  // namespace
}  // namespace ioreel
