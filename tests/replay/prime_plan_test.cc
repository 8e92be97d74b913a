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

/// The second repeat must find what the first found, also in a file that had no hole.
TEST(PrimePlanTest, WhatTheTraceRemovesIsWrittenAgain) {
  SessionOptions options;
  options.trace = {Trace("removes.csv", "0,R,0,65536\n9,D,0,65536\n99,W,131072,65536\n")};
  options.target = FullFile();
  options.repeats = 2;
  ASSERT_THAT(NameTargets(options), IsOk());
  const auto trace = ReplayTrace::Find(options.trace, "", {});
  ASSERT_THAT(trace, IsOk());
  const auto survey = SurveyTrace(*trace, options, nullptr);
  ASSERT_THAT(survey, IsOk());
  auto target = OpenedTarget::Open(options.target);
  ASSERT_THAT(target, IsOk());
  const auto preflight = FitToTarget(options, survey->layout.volumes[0], target->limits());
  ASSERT_THAT(preflight, IsOk());
  const auto plan = PrimePlan::Make(options, *trace, *survey, 0, *preflight, nullptr, &*target);
  ASSERT_THAT(plan, IsOk());
  EXPECT_TRUE(plan->primes());
  ASSERT_THAT(target->GrantWrites({}, OpenedTarget::Writes::kAll), IsOk());
  ASSERT_TRUE(target->FindHoles(All()).empty());
  ASSERT_THAT(plan->Run(options, &*target, "sync", nullptr), IsOk());

  const int fd = target->fds().front();
  for (const off_t offset : {0, 131072, 524288}) {  // the last is not the trace's
    ASSERT_EQ(fallocate(fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, offset, 65536), 0);
  }
  ASSERT_THAT(plan->Run(options, &*target, "sync", nullptr), IsOk());
  EXPECT_THAT(target->FindHoles(All()).ranges(),
              testing::ElementsAre(testing::Pair(524288, 524288 + 65536)));
}

}  // namespace
}  // namespace ioreel
