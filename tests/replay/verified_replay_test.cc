#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

#include "replay/prime/io_buffers.h"
#include "replay/run/replayer.h"
#include "replay/verify/verifier.h"
#include "tests/replay/sim_replay.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

constexpr uint64_t kBlock = 4096;

/// A drive in memory that loses one write.
class LosingEngine : public Engine {
 public:
  LosingEngine(Clock* clock, int lost) : clock_(clock), lost_(lost) {}

  absl::string_view name() const override { return "losing"; }
  absl::Status Open(const EngineOptions&) override { return absl::OkStatus(); }
  size_t Submit(absl::Span<const DeviceIo> ios) override {
    for (const DeviceIo& io : ios) Do(io);
    return ios.size();
  }
  size_t Wait(int64_t deadline_ns, std::vector<Completion>* out) override {
    if (done_.empty()) clock_->WaitUntil(deadline_ns);
    const size_t count = done_.size();
    out->insert(out->end(), done_.begin(), done_.end());
    done_.clear();
    return count;
  }

 private:
  void Do(const DeviceIo& io) {
    if (io.op == Op::kRead) std::memcpy(io.buffer, data_.data() + io.offset, io.length);
    if (io.op == Op::kWrite && writes_++ != lost_) {
      std::memcpy(data_.data() + io.offset, io.buffer, io.length);
    }
    const auto result = static_cast<int64_t>(HasPayload(io.op) ? io.length : 0);
    done_.push_back({.tag = io.tag, .time_ns = clock_->NowNs(), .result = result});
  }

  Clock* clock_;
  int lost_;
  int writes_ = 0;
  std::string data_ = std::string(64 * kBlock, '\0');
  std::vector<Completion> done_;
};

Step At(Op op, uint64_t block, int64_t time_ns) {
  Step step;
  step.io = {.offset = block * kBlock, .length = kBlock, .op = op};
  step.not_before_ns = time_ns;
  return step;
}

/// Writes blocks 0 to 3, then block 2 again, then reads all.
std::vector<Step> Steps() {
  std::vector<Step> steps;
  for (const uint64_t block : {0, 1, 2, 3, 2}) {
    steps.push_back(At(Op::kWrite, block, static_cast<int64_t>(steps.size()) * 1000));
  }
  for (const uint64_t block : {0, 1, 2, 3}) {
    steps.push_back(At(Op::kRead, block, static_cast<int64_t>(steps.size()) * 1000));
  }
  return steps;
}

/// What is found when write `lost`, counted from 0, does not reach the drive.
Verification Find(int lost, bool reads, bool read_back, size_t* samples) {
  VirtualClock clock;
  LosingEngine engine(&clock, lost);
  PlainTarget target;
  StepList steps(Steps());
  auto buffers = IoBuffers::Create(
      {.payload = {.stamp = true}, .longest_read = kBlock, .longest_write = kBlock});
  EXPECT_THAT(buffers, IsOk());
  SampleVector sink;
  Verifier verifier(1);
  const ReplayOutcome outcome =
      Replay({.source = &steps,
              .target = &target,
              .fds = {},
              .buffers = &*buffers,
              .engine = &engine,
              .clock = &clock,
              .sink = &sink,
              .verify = {.verifier = &verifier, .reads = reads, .read_back = read_back}},
             {});
  EXPECT_TRUE(outcome.complete);
  *samples = sink.samples().size();
  return verifier.found();
}

TEST(VerifiedReplayTest, ReadsFindALostWriteOnceItIsRead) {
  size_t samples = 0;
  const Verification found = Find(4, true, false, &samples);
  EXPECT_EQ(found.checked_bytes, 4 * kBlock);
  EXPECT_EQ(found.mismatched_bytes, kBlock);
  EXPECT_EQ(found.first_offset_bytes, 2 * kBlock);
  EXPECT_EQ(found.first, "found write 3 where write 5 was expected");
}

TEST(VerifiedReplayTest, WritesReadBackFindItAtOnceAndAreNoSamples) {
  size_t samples = 0;
  const Verification found = Find(1, false, true, &samples);
  EXPECT_EQ(found.checked_bytes, 5 * kBlock);
  EXPECT_EQ(found.mismatched_bytes, kBlock);
  EXPECT_EQ(found.first_offset_bytes, kBlock);
  EXPECT_EQ(found.first, "found not what this run wrote where write 2 was expected");
  EXPECT_EQ(samples, Steps().size());
}

TEST(VerifiedReplayTest, NothingIsFoundOnAGoodDrive) {
  for (const bool reads : {false, true}) {
    for (const bool read_back : {false, true}) {
      size_t samples = 0;
      const Verification found = Find(-1, reads, read_back, &samples);
      EXPECT_EQ(found.first, "");
      EXPECT_EQ(found.checked_bytes, (reads ? 4 : 0) * kBlock + (read_back ? 5 : 0) * kBlock);
    }
  }
}

}  // namespace
}  // namespace ioreel
