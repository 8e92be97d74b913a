#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "tests/replay/sim_replay.h"

/// How many I/Os that are due together go out in one call.

namespace ioreel {
namespace {

constexpr int64_t kMs = 1'000'000;

/// A simulated drive, and how many I/Os each call gave it.
class CallCounter : public Engine {
 public:
  CallCounter(Clock* clock, const SimModel& model) : engine_(MakeSimEngine(clock, model)) {}
  absl::string_view name() const override { return engine_->name(); }
  absl::Status Open(const EngineOptions& options) override { return engine_->Open(options); }
  size_t Submit(absl::Span<const DeviceIo> ios) override {
    const size_t n = engine_->Submit(ios);
    sizes.push_back(n);
    return n;
  }
  size_t Wait(int64_t deadline_ns, std::vector<Completion>* out) override {
    return engine_->Wait(deadline_ns, out);
  }

  std::vector<size_t> sizes;

 private:
  const std::unique_ptr<Engine> engine_;
};

/// Of two bursts of 100 reads.
std::vector<size_t> CallSizes(const SimModel& model) {
  VirtualClock clock;
  CallCounter engine(&clock, model);
  EngineOptions engine_options;
  engine_options.depth = 1024;
  EXPECT_TRUE(engine.Open(engine_options).ok());
  std::vector<Step> steps;
  for (int i = 0; i < 200; ++i) steps.push_back(TimedStep(i / 100 * 500 * kMs));
  StepList source(std::move(steps));
  PlainTarget target;
  SampleVector sink;
  ReplaySetup setup;
  setup.source = &source;
  setup.target = &target;
  setup.engine = &engine;
  setup.clock = &clock;
  setup.sink = &sink;
  ReplayOptions options;
  options.depth = 256;
  EXPECT_EQ(Replay(setup, options).issued, 200u);
  return engine.sizes;
}

TEST(BatchTest, ADeviceThatTakesItsTimeGetsAllInOneCall) {
  const std::vector<size_t> sizes = CallSizes({{.channels = 1, .read_ns = kMs}});
  EXPECT_EQ(*std::max_element(sizes.begin(), sizes.end()), 64u);
  EXPECT_LE(sizes.size(), 6u);
}

TEST(BatchTest, ADeviceThatDoesItsIosInTheCallGetsFewAtATime) {
  const std::vector<size_t> sizes = CallSizes({{.channels = 1, .read_ns = 0}});
  EXPECT_EQ(*std::max_element(sizes.begin(), sizes.end()), 8u);
  EXPECT_EQ(sizes.size(), 2u * 13u);
}

}  // namespace
}  // namespace ioreel
