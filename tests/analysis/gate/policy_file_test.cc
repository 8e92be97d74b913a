#include "analysis/gate/policy_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::StartsWith;

GatePolicy Parsed(const std::string& text) {
  const auto policy = ParsePolicy(text, "gate.toml");
  EXPECT_THAT(policy, IsOk());
  return policy.ok() ? *policy : GatePolicy();
}

std::string ErrorOf(const std::string& text) {
  const auto policy = ParsePolicy(text, "gate.toml");
  EXPECT_FALSE(policy.ok()) << text;
  return std::string(policy.status().message());
}

constexpr char kHead[] = "[metric.completion_ns]\ntolerance = 0.05\n";

TEST(PolicyFileTest, WhatIsNotSaidIsAsByDefault) {
  const GatePolicy policy = Parsed(kHead);
  EXPECT_EQ(policy.name, "gate.toml");
  EXPECT_EQ(policy.alpha, 0.05);
  EXPECT_THAT(policy.looks, ElementsAre(8, 12, 20));
  EXPECT_EQ(policy.noise_factor, 2);
  EXPECT_EQ(policy.old_after_days, 90);
  ASSERT_EQ(policy.metrics.size(), 1);
  EXPECT_EQ(policy.metrics[0].suite, (GateRule{.tolerance = 0.05}));
  EXPECT_FALSE(policy.metrics[0].more_is_better);
  EXPECT_FALSE(policy.metrics[0].each_trace.required);
  EXPECT_TRUE(Parsed("[metric.bandwidth_bytes_per_s]\ntolerance = 0").metrics[0].more_is_better);
}

TEST(PolicyFileTest, EveryKeyIsUnderstood) {
  const GatePolicy policy = Parsed(R"(
alpha = 0.01
looks = [10, 30]
noise_factor = 0
old_after_days = 7

[metric.write_p99_ns]           # in the order of the file
tolerance = 0.25
required = false
reason = "noisy on shared runners"

[metric.busy_ns]
tolerance = 0.1
better = "higher"
each_trace_required = true

[metric.busy_ns.trace."app.ioreel"]
tolerance = 0.5

[metric.busy_ns.trace."xxh3-128:9"]
required = false
reason = "known to be bimodal"
)");
  EXPECT_EQ(policy.alpha, 0.01);
  EXPECT_THAT(policy.looks, ElementsAre(10, 30));
  EXPECT_EQ(policy.noise_factor, 0);
  EXPECT_EQ(policy.old_after_days, 7);
  ASSERT_EQ(policy.metrics.size(), 2);
  const GateRule reported = {
      .tolerance = 0.25, .required = false, .reason = "noisy on shared runners"};
  EXPECT_EQ(policy.metrics[0].suite, reported);
  EXPECT_EQ(policy.metrics[0].each_trace, reported);
  const MetricPolicy& busy = policy.metrics[1];
  EXPECT_EQ(busy.metric->key, "busy_ns");
  EXPECT_TRUE(busy.more_is_better);
  EXPECT_TRUE(busy.each_trace.required);
  EXPECT_EQ(busy.named.at("app.ioreel"), (GateRule{.tolerance = 0.5}));
  EXPECT_EQ(busy.named.at("xxh3-128:9"),
            (GateRule{.tolerance = 0.1, .required = false, .reason = "known to be bimodal"}));
}

TEST(PolicyFileTest, ItsTextIsUnderstoodAgain) {
  GatePolicy policy = DefaultPolicy();
  policy.metrics[0].named["a \"b\" \\ \n\x7f µ.ioreel"] = {.tolerance = 0.3};
  policy.metrics[1].suite.reason = policy.metrics[1].each_trace.reason = "so\t\"it\" is";
  policy.metrics[3].each_trace = {.tolerance = 0.2};
  const GatePolicy again = Parsed(PolicyText(policy));
  policy.name = again.name;
  EXPECT_EQ(again, policy);
  EXPECT_THAT(PolicyText(policy), StartsWith("alpha = 0.05\nlooks = [8, 12, 20]\n"));
}

TEST(PolicyFileTest, UnknownKeysHaveAPlace) {
  EXPECT_EQ(ErrorOf("alfa = 0.05\n"),
            "gate.toml:1:1: no key is called 'alfa' here; there are alpha, looks, noise_factor, "
            "old_after_days, "
            "metric");
  EXPECT_THAT(ErrorOf("\n  [metric.speed]\ntolerance = 1\n"),
              StartsWith("gate.toml:2:11: no key is called 'speed' here; there are completion_ns"));
  EXPECT_THAT(ErrorOf(std::string(kHead) + "tolerence = 0.1\n"),
              StartsWith("gate.toml:3:1: no key is called 'tolerence'"));
  EXPECT_THAT(ErrorOf(std::string(kHead) + "[metric.completion_ns.trace.\"x\"]\nbetter = 1\n"),
              StartsWith("gate.toml:4:1: no key is called 'better'"));
}

TEST(PolicyFileTest, WrongTypesHaveAPlace) {
  const std::string metric = "[metric.completion_ns]\n";
  EXPECT_THAT(ErrorOf(metric + "tolerance = \"5 %\""),
              StartsWith("gate.toml:2:13: tolerance: takes a number, such as 0.05"));
  EXPECT_THAT(ErrorOf(metric + "tolerance = true"), HasSubstr("gate.toml:2:13: tolerance: takes"));
  EXPECT_THAT(ErrorOf(kHead + std::string("required = \"yes\"")),
              StartsWith("gate.toml:3:12: required: takes true or false"));
  EXPECT_THAT(ErrorOf(kHead + std::string("required = false\nreason = 5")),
              StartsWith("gate.toml:4:10: reason: takes a text"));
  EXPECT_THAT(ErrorOf("metric = 5"), StartsWith("gate.toml:1:10: metric: is a table"));
  EXPECT_THAT(ErrorOf("[metric]\nbusy_ns = 0.1"),
              StartsWith("gate.toml:2:11: busy_ns: is a table"));
  EXPECT_THAT(ErrorOf("looks = 8"), StartsWith("gate.toml:1:9: looks: takes numbers of pairs"));
  EXPECT_THAT(ErrorOf("looks = [8.5]"),
              StartsWith("gate.toml:1:10: looks: takes numbers of pairs"));
}

TEST(PolicyFileTest, ValuesThatCannotBeHaveAPlace) {
  const std::string metric = "[metric.completion_ns]\n";
  EXPECT_EQ(ErrorOf(metric + "tolerance = -0.1"),
            "gate.toml:2:13: tolerance: takes 0 to 10, not -0.1");
  EXPECT_THAT(ErrorOf(metric + "tolerance = nan"), HasSubstr("takes 0 to 10, not nan"));
  EXPECT_THAT(ErrorOf(metric + "tolerance = inf"), HasSubstr("takes 0 to 10, not inf"));
  EXPECT_THAT(ErrorOf("alpha = 0"), StartsWith("gate.toml:1:9: alpha: takes 1e-06 to 0.25"));
  EXPECT_THAT(ErrorOf("looks = [12, 8]"), StartsWith("gate.toml:1:14: looks: takes"));
  EXPECT_THAT(ErrorOf("looks = [8, 8]"), StartsWith("gate.toml:1:13: looks: takes"));
  EXPECT_THAT(ErrorOf("looks = []"), StartsWith("gate.toml:1:9: looks: takes"));
  EXPECT_THAT(ErrorOf("looks = [1000]"), HasSubstr("and 999 at most"));
  EXPECT_THAT(ErrorOf("looks = [0]"), StartsWith("gate.toml:1:10: looks: takes"));
  EXPECT_THAT(ErrorOf("looks = [5, 6]"),
              HasSubstr("5 pairs can never decide at alpha 0.05 shared by 2 looks"));
  EXPECT_THAT(ErrorOf(kHead + std::string("better = \"more\"")),
              StartsWith("gate.toml:3:10: better: takes \"lower\" or \"higher\""));
}

TEST(PolicyFileTest, WhatDoesNotFitTogetherIsRefused) {
  EXPECT_THAT(ErrorOf(kHead + std::string("required = false")),
              StartsWith("gate.toml:3:12: required: what is not required needs a reason"));
  EXPECT_THAT(ErrorOf(kHead + std::string("required = false\nreason = \"\"")),
              HasSubstr("needs a reason"));
  EXPECT_THAT(ErrorOf(kHead + std::string("reason = \"so\"")),
              StartsWith("gate.toml:3:10: reason: tells why a metric is not required"));
  EXPECT_THAT(ErrorOf("[metric.busy_ns]\nbetter = \"lower\""),
              StartsWith("gate.toml:1:1: metric busy_ns needs a tolerance"));
  EXPECT_THAT(ErrorOf(""), HasSubstr("names no metric"));
  EXPECT_THAT(ErrorOf("[metric]"), HasSubstr("names no metric"));
}

TEST(PolicyFileTest, BrokenTomlHasAPlace) {
  EXPECT_THAT(ErrorOf(kHead + std::string("tolerance = 0.1")), StartsWith("gate.toml:3:1"));
  EXPECT_THAT(ErrorOf(std::string(kHead) + "\n" + kHead), StartsWith("gate.toml:4:"));
  EXPECT_THAT(ErrorOf("alpha = "), StartsWith("gate.toml:1:"));
  EXPECT_THAT(ErrorOf("alpha = \xff"), StartsWith("gate.toml:1:"));
}

TEST(PolicyFileTest, AFileThatIsNotThereIsNamed) {
  EXPECT_THAT(std::string(ReadPolicy("/none/gate.toml").status().message()),
              HasSubstr("/none/gate.toml"));
}

}  // namespace
}  // namespace ioreel
