#include "replay/run/sample_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cstdint>

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
  constexpr uint64_t kAll = 3 * kMost + 17;
  for (uint64_t i = 0; i < kAll; ++i) {
    log.Append({.step = i});
    ++sink.appended;
  }
  EXPECT_EQ(log.Close(), kAll);
  EXPECT_EQ(sink.taken, kAll);
  EXPECT_TRUE(sink.in_order);
  EXPECT_GE(sink.waiting, kMost);
  EXPECT_LE(sink.waiting, kMost + 2 * SampleLog::kChunk) << "one with the sink, one with the loop";
}

}  // namespace
}  // namespace ioreel
