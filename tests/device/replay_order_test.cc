#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/file.h"
#include "replay/engine_registry.h"
#include "replay/prime/io_buffers.h"
#include "replay/run/replayer.h"
#include "replay/target_registry.h"
#include "tests/replay/sim_replay.h"
#include "tests/support/bio_watch.h"
#include "tests/support/loop_device.h"
#include "tests/support/matchers.h"

// What the kernel sees of a timed replay, by its own word.

namespace ioreel {
namespace {

constexpr uint64_t kDeviceBytes = 64 << 20;
constexpr int64_t kMs = 1'000'000;

class ReplayOrder : public testing::TestWithParam<EngineKind> {
 protected:
  void SetUp() override {
    SKIP_WITHOUT_LOOP(loop_);
    auto fd = OpenFd(loop_.path(), O_RDWR | O_DIRECT | O_CLOEXEC);
    ASSERT_THAT(fd, IsOk());
    fd_ = std::move(*fd);
  }

  /// Replays on the loop device under the kernel's eyes.
  void Run(std::vector<Step> steps) {
    const TargetDevice device = {.size_bytes = kDeviceBytes, .fua = false};
    const auto target = MakeTarget("/dev/x", *ParseKnownTargetSpec("/dev/x"), {&device, 1});
    ASSERT_THAT(target, IsOk());
    auto buffers = IoBuffers::Create({.payload = {.compress_percent = 100},
                                      .depth = 64,
                                      .longest_read = 1 << 20,
                                      .longest_write = 1 << 20,
                                      .written_bytes = 1 << 20});
    ASSERT_THAT(buffers, IsOk());
    const std::unique_ptr<Engine> engine = GetParam().make(&clock_);
    EngineOptions options;
    options.depth = 64;
    options.fds = {fd_.get()};
    options.buffer_base = buffers->base();
    options.buffer_bytes = buffers->bytes();
    const absl::Status opened = engine->Open(options);
    if (absl::IsUnimplemented(opened)) GTEST_SKIP() << opened.message();
    ASSERT_THAT(opened, IsOk());
    StepList source(std::move(steps));
    BioWatch watch(loop_.path());
    if (!watch.why_not().empty()) GTEST_SKIP() << watch.why_not();
    ReplayOptions replay;
    replay.depth = 64;
    outcome_ = Replay({.source = &source,
                       .target = target->get(),
                       .fds = {fd_.get()},
                       .buffers = &*buffers,
                       .engine = engine.get(),
                       .clock = &clock_,
                       .sink = &sink_},
                      replay);
    bios_ = watch.Stop();
  }

  SteadyClock clock_;
  LoopDevice loop_{kDeviceBytes};
  ScopedFd fd_;
  SampleVector sink_;
  ReplayOutcome outcome_;
  std::vector<BioWatch::Bio> bios_;
};

TEST_P(ReplayOrder, TheKernelSeesEachIoOnceAndInOrder) {
  std::vector<Step> steps;
  std::vector<BioWatch::Bio> expected;
  for (uint64_t i = 0; i < 400; ++i) {
    const Op op = i % 3 ? Op::kRead : Op::kWrite;
    const uint64_t offset = i * 7919 % 8192 * 4096, length = 4096 << i % 3;
    steps.push_back(TimedStep(static_cast<int64_t>(i / 8) * kMs,
                              {.offset = offset, .length = length, .op = op}));
    expected.push_back({op, offset, length});
  }
  Run(steps);
  if (IsSkipped()) return;
  EXPECT_TRUE(outcome_.complete);
  EXPECT_EQ(outcome_.issued, 400u);
  EXPECT_EQ(outcome_.errors, 0u);
  if (GetParam().name == "sync") {
    EXPECT_THAT(bios_, testing::UnorderedElementsAreArray(expected));
  } else {
    EXPECT_EQ(bios_, expected);
  }
}

// cases.md O1, O3: each op is what it is, compound writes too.
TEST_P(ReplayOrder, EachOpArrivesAsWhatItIs) {
  const auto io = [](Op op, uint64_t offset, uint64_t length, IoFlags flags = 0) {
    return BlockIo{.offset = offset, .length = length, .op = op, .flags = flags};
  };
  Run({TimedStep(0, io(Op::kRead, 0, 4096)),
       TimedStep(20 * kMs, io(Op::kWrite, 8192, 8192, kPreflush | kFua)),
       TimedStep(60 * kMs, io(Op::kWrite, 65536, 4096)), TimedStep(80 * kMs, io(Op::kFlush, 0, 0)),
       TimedStep(100 * kMs, io(Op::kDiscard, 1 << 20, 1 << 20)),
       TimedStep(120 * kMs, io(Op::kWriteZeroes, 4 << 20, 65536))});
  if (IsSkipped()) return;
  EXPECT_EQ(outcome_.errors, 0u);
  const std::vector<BioWatch::Bio> expected = {{Op::kRead, 0, 4096},
                                               {Op::kFlush, 0, 0},
                                               {Op::kWrite, 8192, 8192},
                                               {Op::kFlush, 0, 0},
                                               {Op::kWrite, 65536, 4096},
                                               {Op::kFlush, 0, 0},
                                               {Op::kDiscard, 1 << 20, 1 << 20},
                                               {Op::kWriteZeroes, 4 << 20, 65536}};
  EXPECT_EQ(bios_, expected);
}

std::vector<EngineKind> RealEngines() {
  std::vector<EngineKind> real;
  std::copy_if(AllEngines().begin(), AllEngines().end(), std::back_inserter(real),
               [](const EngineKind& kind) { return kind.real; });
  return real;
}

INSTANTIATE_TEST_SUITE_P(Real, ReplayOrder, testing::ValuesIn(RealEngines()),
                         [](const auto& tested) { return std::string(tested.param.name); });

}  // namespace
}  // namespace ioreel
