#include "analysis/compare/comparability.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/matchers.h"
#include "tests/support/sample_result.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

const std::set<Vary> kTargetOnly = {Vary::kTarget};

Comparability Against(const RunResult& other, const std::set<Vary>& vary = kTargetOnly) {
  return CompareSides({{"a.json", SoundResult()}}, {{"b.json", other}}, vary);
}

template <typename Change>
RunResult Changed(const Change& change) {
  RunResult result = SoundResult();
  change(result);
  return result;
}

TEST(ComparabilityTest, EqualSidesCompareAndNothingVaries) {
  const Comparability found = Against(SoundResult());
  EXPECT_THAT(found.obstacles, IsEmpty());
  EXPECT_THAT(found.varied, IsEmpty());
}

TEST(ComparabilityTest, AnotherTargetIsWhatIsUnderTest) {
  const RunResult other = Changed([](RunResult& r) {
    r.target.spec = "/mnt/new/scratch.img";
    r.target.scheduler = "none";
  });
  const Comparability found = Against(other);
  EXPECT_THAT(found.obstacles, IsEmpty());
  EXPECT_THAT(found.varied, ElementsAre("target: /tmp/scratch.img, 0 B / /mnt/new/scratch.img, 0 B",
                                        "scheduler: unknown / none"));
  EXPECT_THAT(
      Against(other, {Vary::kKernel}).obstacles,
      ElementsAre(HasSubstr("(say --vary target if that is under test)"), HasSubstr("scheduler")));
}

TEST(ComparabilityTest, WhatMustMatchIsNamedWhateverVaries) {
  const std::set<Vary> all = {Vary::kTarget, Vary::kKernel, Vary::kHost, Vary::kFilesystem};
  const std::pair<RunResult, std::string> cases[] = {
      {Changed([](RunResult& r) { r.trace.digest = "xxh3-128:2"; }),
       "trace: xxh3-128:1 / xxh3-128:2"},
      {Changed([](RunResult& r) { r.mode = "afap"; }), "mode: dependent / afap"},
      {Changed([](RunResult& r) { r.level = "queue"; }), "level: issue / queue"},
      {Changed([](RunResult& r) { r.options["speed"] = "2"; }), "option speed: not set / 2"},
      {Changed([](RunResult& r) { r.engine = "io_uring"; }), "engine: libaio / io_uring"},
      {Changed([](RunResult& r) { r.target.direct = false; }), "target direct: yes / no"},
      {Changed([](RunResult& r) { r.target.kind = "device"; }), "target class: file / device"},
      {Changed([](RunResult& r) { r.trace.left_out["beyond the target"] = 7; }),
       "I/Os left out: unknown / 7 beyond the target"},
  };
  for (const auto& [other, difference] : cases) {
    EXPECT_THAT(Against(other, all).obstacles, testing::Contains(difference));
  }
}

TEST(ComparabilityTest, EachNameCoversItsOwn) {
  const RunResult kernel = Changed([](RunResult& r) { r.host.kernel = "Linux 6.18"; });
  EXPECT_THAT(Against(kernel).obstacles, ElementsAre(HasSubstr("kernel: unknown / Linux 6.18")));
  EXPECT_THAT(Against(kernel, {Vary::kKernel}).varied, ElementsAre("kernel: unknown / Linux 6.18"));
  const RunResult host = Changed([](RunResult& r) { r.host.hostname = "elsewhere"; });
  EXPECT_THAT(Against(host).obstacles, ElementsAre(HasSubstr("--vary host")));
  EXPECT_THAT(Against(host, {Vary::kHost}).obstacles, IsEmpty());
  const RunResult filesystem = Changed([](RunResult& r) { r.target.filesystem = "ext4"; });
  EXPECT_THAT(Against(filesystem).obstacles, ElementsAre(HasSubstr("filesystem: xfs / ext4")));
  EXPECT_THAT(Against(filesystem, {Vary::kFilesystem}).obstacles, IsEmpty());
}

TEST(ComparabilityTest, ADriveIsKnownByItsSerialAndAnArrayByItsMembers) {
  const auto drive = [](const char* name, const char* serial) {
    return Changed([&](RunResult& r) {
      r.target = {
          .spec = name, .kind = "device", .model = "M", .serial = serial, .size_bytes = 512};
    });
  };
  const auto compare = [](const RunResult& a, const RunResult& b) {
    return CompareSides({{"a", a}}, {{"b", b}}, kTargetOnly);
  };
  EXPECT_THAT(compare(drive("/dev/sda", "1"), drive("/dev/sdb", "1")).varied, IsEmpty());
  EXPECT_THAT(compare(drive("/dev/sda", "1"), drive("/dev/sda", "2")).varied,
              ElementsAre("target: M 1, 512 B / M 2, 512 B"));
  RunResult array = drive("raid0:/dev/sda,/dev/sdb", "");
  array.target.kind = "raid0";
  array.target.members = {{.path = "/dev/sda", .kind = "device", .size_bytes = 512},
                          {.path = "/dev/sdb", .kind = "device", .size_bytes = 512}};
  const Comparability found = compare(drive("/dev/sda", "1"), array);
  EXPECT_THAT(found.obstacles, IsEmpty()) << "an array of devices is of the class of a device";
  EXPECT_THAT(found.varied, ElementsAre(HasSubstr("raid0 of /dev/sda, 512 B and /dev/sdb, 512 B")));
}

TEST(ComparabilityTest, RunsOfOneSideHaveEverythingInCommon) {
  const RunResult other = Changed([](RunResult& r) { r.target.spec = "/mnt/other.img"; });
  const std::vector<NamedResult> mixed = {{"a1.json", SoundResult()}, {"a2.json", other}};
  EXPECT_THAT(CompareSides(mixed, {{"b.json", SoundResult()}}, kTargetOnly).obstacles,
              ElementsAre(AllOf(HasSubstr("a1.json and a2.json, of one side, differ: target: "),
                                HasSubstr("/mnt/other.img"))));
}

TEST(ComparabilityTest, RunsThatDidOtherIoAreNotCompared) {
  const RunResult skipped = Changed([](RunResult& r) {
    r.repeats[0].substitutions = {{.what = "writes skipped", .count = 3, .comparable = false}};
  });
  EXPECT_THAT(Against(skipped).obstacles,
              ElementsAre("b.json: substituted: 3 I/Os (writes skipped), so it is not comparable"));
}

TEST(ComparabilityTest, OnlyKnownNamesCanVary) {
  EXPECT_EQ(*ParseVary("filesystem"), Vary::kFilesystem);
  EXPECT_THAT(
      ParseVary("moon").status().message(),
      HasSubstr("'moon' cannot be under test; --vary takes target, kernel, host, filesystem"));
}

}  // namespace
}  // namespace ioreel
