#include "replay/prime/prime_plan.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/check.h"
#include "replay/named_targets.h"
#include "replay/session.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

constexpr uint64_t kBytes = 1 << 20;

class Quiet : public SessionUi {
 public:
  void Say(const std::string& /*line*/) override {}
  void ReportImport(const ImportLog& /*log*/) override {}
};

std::string Trace(const std::string& name, const std::string& rows) {
  return ScratchFile(name, "t_ns,op,offset_bytes,len_bytes\n" + rows);
}

/// A file that ioreel has made and written wholly.
std::string FullFile() {
  SessionOptions options;
  options.trace = {Trace("fill.csv", "0,R,0,1048576\n")};
  options.target = FreshScratchPath("full");
  options.create = "1m";
  options.mode = ReplayMode::kAfap;
  Quiet ui;
  std::atomic<bool> stop = false;
  CHECK_OK(NameTargets(options).status());
  CHECK_OK(RunSession(options, &stop, &ui).status());
  return options.target;
}

RangeSet All() {
  RangeSet all{4096};
  all.Add(0, kBytes);
  return all;
}

const char kRemoves[] = "0,R,0,65536\n9,D,0,65536\n99,W,131072,65536\n";

struct Planned {
  SessionOptions options;
  OpenedTarget target;
  PrimePlan plan;
};

/// Two repeats of a trace that removes data, on a file that is there.
Planned PlanRemoval(const std::string& path) {
  SessionOptions options;
  options.trace = {Trace("removes.csv", kRemoves)};
  options.target = path;
  options.repeats = 2;
  CHECK_OK(NameTargets(options).status());
  const auto trace = ReplayTrace::Find(options);
  CHECK_OK(trace.status());
  const auto survey = SurveyTrace(*trace, options, nullptr);
  CHECK_OK(survey.status());
  auto target = OpenedTarget::Open(path);
  CHECK_OK(target.status());
  const auto preflight = FitToTarget(options, survey->layout.volumes[0], target->limits());
  CHECK_OK(preflight.status());
  auto plan = PrimePlan::Make(options, *trace, *survey, 0, *preflight, nullptr, &*target);
  CHECK_OK(plan.status());
  return {options, *std::move(target), *std::move(plan)};
}

/// The second repeat must find what the first found, also in a file that had no hole.
TEST(PrimePlanTest, WhatTheTraceRemovesIsWrittenAgain) {
  Planned planned = PlanRemoval(FullFile());
  OpenedTarget& target = planned.target;
  EXPECT_TRUE(planned.plan.primes());
  ASSERT_THAT(target.GrantWrites({}, OpenedTarget::Writes::kAll), IsOk());
  ASSERT_TRUE(target.FindHoles(All()).empty());
  ASSERT_THAT(planned.plan.Run(planned.options, &target, "sync", nullptr), IsOk());

  for (const off_t offset : {0, 131072, 524288}) {  // the last is not the trace's
    ASSERT_EQ(
        fallocate(target.fds().front(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, 65536),
        0);
  }
  ASSERT_THAT(planned.plan.Run(planned.options, &target, "sync", nullptr), IsOk());
  EXPECT_THAT(target.FindHoles(All()).ranges(),
              testing::ElementsAre(testing::Pair(524288, 524288 + 65536)));
}

TEST(PrimePlanTest, WhereNothingMayBePrimedThePlanSaysWhatRepeatsFind) {
  const Planned planned = PlanRemoval(ScratchFile("users", std::string(kBytes, 'x')));
  EXPECT_FALSE(planned.plan.primes());
  EXPECT_THAT(planned.plan.lines(),
              testing::ElementsAre(testing::HasSubstr("repeats after the first find")));
}

}  // namespace
}  // namespace ioreel
