#include "replay/run/sample_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

namespace ioreel {
namespace {

constexpr uint64_t kMost = SampleLog::kMostWaiting * SampleLog::kChunk;

/// Takes nothing before almost all that may wait does; sees how many wait then and later.
class SlowSink : public SampleSink {
 public:
  void Take(absl::Span<const Sample> samples) override {
    while (appended < kMost) continue;
    waiting = std::max(waiting, appended - taken);
    for (const Sample& sample : samples) in_order = in_order && sample.step == taken++;
  }

  std::atomic<uint64_t> appended = 0;
  uint64_t taken = 0, waiting = 0;
  bool in_order = true;
};

TEST(SampleLogTest, EverySampleArrivesOnceInOrderAndFewWait) {
  SlowSink sink;
  SampleLog log(&sink);
  SampleLog::Writer writer(&log);
  constexpr uint64_t kAll = 3 * kMost + 17;
  for (uint64_t i = 0; i < kAll; ++i) {
    writer.Append({.step = i});
    ++sink.appended;
  }
  writer.Flush();
  EXPECT_EQ(log.Close(), kAll);
  EXPECT_EQ(sink.taken, kAll);
  EXPECT_TRUE(sink.in_order);
  EXPECT_GE(sink.waiting, kMost);
  EXPECT_LE(sink.waiting, kMost + 2 * SampleLog::kChunk) << "one with the sink, one with the loop";
}

TEST(SampleLogTest, SeveralLoopsWriteEachInItsOrder) {
  constexpr int kLoops = 3;
  constexpr uint64_t kEach = 5 * SampleLog::kChunk + 3;
  class Sink : public SampleSink {
   public:
    void Take(absl::Span<const Sample> samples) override {
      for (const Sample& sample : samples) in_order &= sample.step == taken[sample.device]++;
    }
    uint64_t taken[kLoops] = {};
    bool in_order = true;
  } sink;
  SampleLog log(&sink);
  std::vector<std::thread> loops;
  for (uint16_t loop = 0; loop < kLoops; ++loop) {
    loops.emplace_back([&log, loop] {
      SampleLog::Writer writer(&log);
      for (uint64_t i = 0; i < kEach; ++i) writer.Append({.step = i, .device = loop});
      writer.Flush();
    });
  }
  for (std::thread& loop : loops) loop.join();
  EXPECT_EQ(log.Close(), kLoops * kEach);
  EXPECT_THAT(sink.taken, testing::Each(kEach));
  EXPECT_TRUE(sink.in_order);
}

}  // namespace
}  // namespace ioreel
