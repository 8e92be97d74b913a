#include "replay/prime/plain_run.h"

#include <errno.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/clock.h"
#include "replay/prime/range_steps.h"
#include "tests/replay/scripted_engines.h"
#include "tests/replay/sim_replay.h"
#include "tests/support/matchers.h"

/// What is done beside what is measured: priming, writing back, reading back.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr uint64_t kMiB = 1 << 20;
constexpr uint64_t kRun = 7;

/// Reads 4 MiB, and gives a verifier what it gets, of which it knows 1 MiB from `written` on.
struct PlainRead {
  Script script;
  Verifier verifier{kRun};
  std::atomic<bool> stop{false};

  absl::Status Run(uint64_t written) {
    const BlockIo write = {.offset = written, .length = kMiB, .op = Op::kWrite};
    std::string data(kMiB, '\0');
    verifier.Begin(write, absl::MakeSpan(data));
    verifier.End(write, /*failed=*/false);
    RangeSet all;
    all.Add(0, 4 * kMiB);
    RangeSteps steps(Op::kRead, &all, 4096, 4 * kMiB);
    PlainTarget target;
    SteadyClock clock;
    return RunPlainlyOn(std::make_unique<ScriptedEngine>(&script, 0), &clock,
                        {.what = "verifying",
                         .source = &steps,
                         .target = &target,
                         .fds = {0},
                         .longest_read = kMiB,
                         .stop = &stop,
                         .timeout_ns = 20'000'000,
                         .verify = {.verifier = &verifier, .reads = true}});
  }
};

TEST(PlainRunTest, EndsWellWhereAllIsDone) {
  PlainRead read;
  EXPECT_THAT(read.Run(16 * kMiB), IsOk());
  EXPECT_EQ(read.script.given.size(), 4u);
}

TEST(PlainRunTest, AStepThatHangsEndsIt) {
  PlainRead read;
  read.script.hangs = {2 * kMiB};
  EXPECT_THAT(read.Run(2 * kMiB), FailsWith(absl::StatusCode::kDeadlineExceeded,
                                            AllOf(HasSubstr("verifying: 1 I/O took longer than "),
                                                  HasSubstr("--io-timeout (20"))));
  const Verification& found = read.verifier.found();
  EXPECT_EQ(found.unread_bytes, kMiB);
  EXPECT_EQ(found.first_unread_offset_bytes, 2 * kMiB);
  EXPECT_THAT(found.first_unread, HasSubstr("it cannot be read"));
  EXPECT_EQ(found.mismatched_bytes, 0u);
  EXPECT_EQ(found.checked_bytes, 0u);
}

TEST(PlainRunTest, WhatCannotBeReadIsNotCalledWrong) {
  PlainRead read;
  read.script.errors = {{kMiB, EIO}};
  EXPECT_THAT(read.Run(kMiB), FailsWith(absl::StatusCode::kDataLoss,
                                        HasSubstr("verifying failed: read at byte 1048576")));
  EXPECT_EQ(read.verifier.found().unread_bytes, kMiB);
  EXPECT_EQ(read.verifier.found().mismatched_bytes, 0u);
}

}  // namespace
}  // namespace ioreel
