#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <vector>

#include "base/clock.h"
#include "replay/engines/sim_engine.h"
#include "replay/run/replayer.h"
#include "replay/target.h"

namespace ioreel {

/// Steps that were there from the start.
class StepList : public StepSource {
 public:
  explicit StepList(std::vector<Step> steps) : steps_(std::move(steps)) {
    for (size_t i = 0; i < steps_.size(); ++i) steps_[i].id = i;
  }
  Batch Pull() override {
    if (given_) return {};
    given_ = true;
    if (steps_.empty()) return {};
    return {Next::kSteps, steps_.data(), steps_.size()};
  }

 private:
  std::vector<Step> steps_;
  bool given_ = false;
};

/// Each request is one part at its own place; a preflush is a stage of its own.
class PlainTarget : public Target {
 public:
  uint64_t size_bytes() const override { return uint64_t{1} << 40; }
  void Map(const BlockIo& io, MappedIo* mapped) override {
    mapped->Clear();
    uint32_t stage = 0;
    if (io.flags & kPreflush) mapped->parts.push_back({.stage = stage++, .op = Op::kFlush});
    mapped->parts.push_back({.offset = io.offset,
                             .length = HasRange(io.op) ? io.length : 0,
                             .stage = stage,
                             .op = io.op,
                             .fua = (io.flags & kFua) != 0});
  }
};

/// A replay on a simulated drive in virtual time: exact, and over at once.
struct SimReplay {
  SimModel model;
  ReplayOptions options;
  int engine_depth = 1024;

  ReplayOutcome outcome;
  std::vector<Sample> samples;  ///< in order of step

  void Run(std::vector<Step> steps) {
    StepList source(std::move(steps));
    RunSource(&source);
  }

  void RunSource(StepSource* source) {
    VirtualClock clock;
    PlainTarget target;
    SampleVector sink;
    const std::unique_ptr<Engine> engine = MakeSimEngine(&clock, model);
    EngineOptions engine_options;
    engine_options.depth = engine_depth;
    ASSERT_TRUE(engine->Open(engine_options).ok());
    ReplaySetup setup;
    setup.source = source;
    setup.target = &target;
    setup.engine = engine.get();
    setup.clock = &clock;
    setup.sink = &sink;
    outcome = Replay(setup, options);
    samples = sink.samples();
    std::sort(samples.begin(), samples.end(),
              [](const Sample& a, const Sample& b) { return a.step < b.step; });
  }

  std::vector<int64_t> SubmitTimes() const {
    std::vector<int64_t> times;
    for (const Sample& sample : samples) times.push_back(sample.submit_ns);
    return times;
  }
  std::vector<int64_t> CompletionTimes() const {
    std::vector<int64_t> times;
    for (const Sample& sample : samples) times.push_back(sample.complete_ns);
    return times;
  }
};

inline BlockIo ReadAt(uint64_t offset, uint64_t length = 4096) {
  return {.offset = offset, .length = length};
}
/// At `ns` from the replay's zero.
inline Step TimedStep(int64_t ns, BlockIo io = ReadAt(0)) {
  Step step;
  step.not_before_ns = ns;
  step.io = io;
  return step;
}
/// `think_ns` after `parent`.
inline Step ChildStep(uint64_t parent, Anchor anchor, int64_t think_ns, BlockIo io = ReadAt(0)) {
  Step step;
  step.parent = parent;
  step.anchor = anchor;
  step.think_ns = think_ns;
  step.io = io;
  return step;
}
/// Neither time nor parent.
inline Step FreeStep(BlockIo io = ReadAt(0)) {
  Step step;
  step.io = io;
  return step;
}

}  // namespace ioreel
