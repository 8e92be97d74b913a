#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <string>

#include "base/file.h"
#include "replay/engine_registry.h"
#include "tests/support/matchers.h"

// What replay/engine.h promises, asked of every engine.

namespace ioreel {
namespace {

constexpr size_t kBlock = 4096;
constexpr int kDepth = 16;
constexpr int64_t kSecond = 1'000'000'000;

/// A direct-I/O file of kDepth blocks and as much aligned memory.
class EngineConformance : public testing::TestWithParam<EngineKind> {
 protected:
  void SetUp() override {
    char path[] = "/var/tmp/ioreel_engine_XXXXXX";
    ScopedFd made(mkstemp(path));
    ASSERT_TRUE(made.valid());
    fd_ = ScopedFd(open(path, O_RDWR | O_DIRECT | O_CLOEXEC));
    unlink(path);
    if (!fd_.valid()) fd_ = std::move(made);  // a filesystem without direct I/O
    ASSERT_EQ(ftruncate(fd_.get(), kDepth * kBlock), 0);
    memory_.reset(static_cast<char*>(aligned_alloc(kBlock, kDepth * kBlock)));
    std::memset(memory_.get(), 0x5a, kDepth * kBlock);
    engine_ = GetParam().make(&clock_);
    EngineOptions options;
    options.depth = kDepth;
    options.fds = {fd_.get()};
    options.buffer_base = memory_.get();
    options.buffer_bytes = kDepth * kBlock;
    const absl::Status status = engine_->Open(options);
    if (absl::IsUnimplemented(status)) GTEST_SKIP() << status.message();
    ASSERT_THAT(status, IsOk());
  }

  DeviceIo Io(Op op, int block, size_t length = kBlock) {
    const bool data = HasPayload(op);
    return {.tag = static_cast<uint64_t>(block),
            .fd = fd_.get(),
            .offset = op == Op::kFlush ? 0 : block * kBlock,
            .length = op == Op::kFlush ? 0 : length,
            .buffer = data ? memory_.get() + block * kBlock : nullptr,
            .op = op};
  }

  void SubmitAll(const std::vector<DeviceIo>& ios) { ASSERT_EQ(engine_->Submit(ios), ios.size()); }

  std::vector<Completion> WaitFor(size_t count) {
    std::vector<Completion> out;
    const int64_t deadline_ns = clock_.NowNs() + 20 * kSecond;
    while (out.size() < count && clock_.NowNs() < deadline_ns) engine_->Wait(deadline_ns, &out);
    return out;
  }

  SteadyClock clock_;
  ScopedFd fd_;
  struct Free {
    void operator()(char* p) const { free(p); }
  };
  std::unique_ptr<char, Free> memory_;
  std::unique_ptr<Engine> engine_;
};

class RealEngineConformance : public EngineConformance {};
class KernelQueueConformance : public EngineConformance {};

TEST_P(EngineConformance, CompletesEachAcceptedIoExactlyOnce) {
  std::map<uint64_t, int> seen;
  for (int round = 0; round < 50; ++round) {
    std::vector<DeviceIo> ios;
    for (int i = 0; i < kDepth; ++i) ios.push_back(Io(i % 2 ? Op::kRead : Op::kWrite, i));
    SubmitAll(ios);
    for (const Completion& completion : WaitFor(kDepth)) {
      EXPECT_EQ(completion.result, static_cast<int64_t>(kBlock));
      ++seen[completion.tag];
    }
  }
  EXPECT_EQ(seen.size(), static_cast<size_t>(kDepth));
  for (const auto& [tag, count] : seen) EXPECT_EQ(count, 50) << tag;
  std::vector<Completion> more;
  EXPECT_EQ(engine_->Wait(clock_.NowNs() + 1'000'000, &more), 0u);
}

TEST_P(RealEngineConformance, WritesArriveAndReadBack) {
  for (int i = 0; i < kDepth; ++i) std::memset(memory_.get() + i * kBlock, 'a' + i, kBlock);
  std::vector<DeviceIo> ios;
  for (int i = 0; i < kDepth; ++i) ios.push_back(Io(Op::kWrite, i));
  SubmitAll(ios);
  WaitFor(kDepth);
  std::memset(memory_.get(), 0, kDepth * kBlock);
  for (DeviceIo& io : ios) io.op = Op::kRead;
  SubmitAll(ios);
  WaitFor(kDepth);
  for (int i = 0; i < kDepth; ++i) {
    EXPECT_EQ(memory_.get()[i * kBlock], 'a' + i);
    EXPECT_EQ(memory_.get()[i * kBlock + kBlock - 1], 'a' + i);
  }
}

TEST_P(EngineConformance, AFullQueueTakesTheFirstOnesOnly) {
  std::vector<DeviceIo> ios;
  for (int i = 0; i < kDepth; ++i) ios.push_back(Io(Op::kRead, i));
  ios.push_back(Io(Op::kRead, 0));
  EXPECT_EQ(engine_->Submit(ios), static_cast<size_t>(kDepth));
  EXPECT_EQ(engine_->Submit(ios), 0u);
  EXPECT_EQ(WaitFor(kDepth).size(), static_cast<size_t>(kDepth));
  EXPECT_EQ(engine_->Submit(absl::MakeSpan(ios).subspan(0, 1)), 1u);
  EXPECT_EQ(WaitFor(1).size(), 1u);
}

TEST_P(RealEngineConformance, AFailedIoCompletesWithItsError) {
  DeviceIo bad = Io(Op::kRead, 3);
  ScopedFd read_only(open("/dev/null", O_WRONLY | O_CLOEXEC));
  bad.fd = read_only.get();
  // A registered descriptor would be used in its place, so the failure is made by the buffer there.
  bad.buffer = reinterpret_cast<void*>(uintptr_t{kBlock});
  SubmitAll({Io(Op::kRead, 1), bad, Io(Op::kRead, 2)});
  const std::vector<Completion> done = WaitFor(3);
  ASSERT_EQ(done.size(), 3u);
  for (const Completion& completion : done) {
    if (completion.tag == 3) {
      EXPECT_THAT(completion.result, testing::AnyOf(-EBADF, -EFAULT));
    } else {
      EXPECT_EQ(completion.result, static_cast<int64_t>(kBlock));
    }
  }
}

TEST_P(EngineConformance, WaitsUntilTheDeadlineAndNotMuchLonger) {
  std::vector<Completion> out;
  const int64_t start_ns = clock_.NowNs();
  EXPECT_EQ(engine_->Wait(start_ns + 3'000'000, &out), 0u);
  EXPECT_GE(clock_.NowNs(), start_ns + 3'000'000);
  EXPECT_LT(clock_.NowNs(), start_ns + kSecond);
  EXPECT_EQ(engine_->Wait(start_ns, &out), 0u) << "a deadline gone by only looks";
}

TEST_P(EngineConformance, ACompletionEndsALongWait) {
  SubmitAll({Io(Op::kRead, 5)});
  std::vector<Completion> out;
  const int64_t start_ns = clock_.NowNs();
  EXPECT_EQ(engine_->Wait(start_ns + 20 * kSecond, &out), 1u);
  EXPECT_LT(clock_.NowNs(), start_ns + 10 * kSecond);
  EXPECT_EQ(out[0].tag, 5u);
  EXPECT_GE(out[0].time_ns, start_ns);
  EXPECT_LE(out[0].time_ns, clock_.NowNs());
}

TEST_P(KernelQueueConformance, SaysWhetherItSleptForACompletion) {
  EngineOptions options;
  options.depth = 1;
  options.fds = {fd_.get()};
  for (const bool sleeps : {false, true}) {
    options.poll_ns = sleeps ? 0 : 10 * kSecond;
    engine_ = GetParam().make(&clock_);
    ASSERT_THAT(engine_->Open(options), IsOk());
    int slept = 0;
    for (int i = 0; i < 20; ++i) {
      SubmitAll({Io(Op::kFlush, 0)});
      for (const Completion& completion : WaitFor(1)) slept += completion.slept;
    }
    if (!sleeps && GetParam().name == "io_uring") {
      EXPECT_EQ(slept, 0);
    }
    if (sleeps) {
      EXPECT_GT(slept, 0);
    }
  }
}

TEST_P(RealEngineConformance, DoesEveryOpOfAFile) {
  DeviceIo through = Io(Op::kWrite, 2);
  through.fua = true;
  SubmitAll({Io(Op::kWrite, 0), Io(Op::kFlush, 1), through, Io(Op::kDiscard, 3)});
  std::map<uint64_t, int64_t> results;
  for (const Completion& completion : WaitFor(4)) results[completion.tag] = completion.result;
  EXPECT_EQ(results[0], static_cast<int64_t>(kBlock));
  EXPECT_EQ(results[1], 0);
  EXPECT_EQ(results[2], static_cast<int64_t>(kBlock));
  EXPECT_THAT(results[3], testing::AnyOf(0, -EOPNOTSUPP));
}

// cases.md O4: a discard has no payload, whatever its length.
TEST_P(RealEngineConformance, AHugeDiscardNeedsNoMemory) {
  std::vector<DeviceIo> ios(kDepth, Io(Op::kDiscard, 0, size_t{4} << 30));
  SubmitAll(ios);
  for (const Completion& completion : WaitFor(kDepth)) {
    EXPECT_THAT(completion.result, testing::AnyOf(0, -EOPNOTSUPP));
  }
}

std::vector<EngineKind> RealEngines() {
  std::vector<EngineKind> real;
  for (const EngineKind& kind : AllEngines()) {
    if (kind.real) real.push_back(kind);
  }
  return real;
}

std::string NameOf(const testing::TestParamInfo<EngineKind>& tested) {
  return std::string(tested.param.name);
}

std::vector<EngineKind> KernelQueues() {
  std::vector<EngineKind> queues = RealEngines();
  std::erase_if(queues, [](const EngineKind& kind) { return kind.name == "sync"; });
  return queues;
}

INSTANTIATE_TEST_SUITE_P(KernelQueues, KernelQueueConformance, testing::ValuesIn(KernelQueues()),
                         NameOf);
INSTANTIATE_TEST_SUITE_P(All, EngineConformance, testing::ValuesIn(AllEngines()), NameOf);
INSTANTIATE_TEST_SUITE_P(Real, RealEngineConformance, testing::ValuesIn(RealEngines()), NameOf);

}  // namespace
}  // namespace ioreel
