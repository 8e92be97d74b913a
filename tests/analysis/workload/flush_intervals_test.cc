#include "analysis/workload/flush_intervals.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

Io Write(int64_t start_ns, uint64_t length, IoFlags flags = 0) {
  return {.start_ns = start_ns, .length = length, .op = Op::kWrite, .flags = flags};
}
Io Flush(int64_t start_ns, uint16_t device = 0) {
  return {.start_ns = start_ns, .device = device, .op = Op::kFlush};
}

TEST(FlushIntervalsTest, FromOneToTheNextAndWhatWasWrittenBetween) {
  FlushIntervals meter;
  meter.Add(Write(0, 1000));  // before the first: between no two
  meter.Add(Flush(10));
  meter.Add(Write(20, 100));
  meter.Add({.start_ns = 21, .length = 7});  // a read
  meter.Add(Write(30, 50, kPreflush | kFua));
  meter.Add(Write(35, 3, kFua));
  meter.Add(Flush(70));
  const FlushIntervals::Result result = meter.result();
  EXPECT_EQ(result.flushes, 2u);
  EXPECT_EQ(result.preflushes, 1u);
  EXPECT_EQ(result.fua_writes, 2u);
  EXPECT_EQ(result.flush_interval_ns.count, 2u);  // 20 and 40
  EXPECT_EQ(result.flush_interval_ns.min, 20);
  EXPECT_EQ(result.flush_interval_ns.max, 40);
  EXPECT_EQ(result.fua_interval_ns.max, 5);
  EXPECT_EQ(result.bytes_between.count, 2u);  // 100, and 50 + 3 written behind the pre-flush
  EXPECT_EQ(result.bytes_between.min, 53);
  EXPECT_EQ(result.bytes_between.max, 100);
}

TEST(FlushIntervalsTest, EachDeviceByItself) {
  FlushIntervals meter;
  for (const Io& io : {Flush(0, 0), Flush(5, 1), Flush(100, 0)}) meter.Add(io);
  EXPECT_EQ(meter.result().flushes, 3u);
  EXPECT_EQ(meter.result().flush_interval_ns.count, 1u);
  EXPECT_EQ(meter.result().flush_interval_ns.max, 100);
}

TEST(FlushIntervalsTest, WithoutATimeItCountsButHasNoInterval) {
  FlushIntervals meter;
  for (const Io& io : {Flush(0), Flush(kNoTime), Flush(30)}) meter.Add(io);
  EXPECT_EQ(meter.result().flushes, 3u);
  EXPECT_EQ(meter.result().flush_interval_ns.count, 1u);
  EXPECT_EQ(meter.result().flush_interval_ns.max, 30);
  EXPECT_EQ(meter.result().bytes_between.count, 2u);
}

}  // namespace
}  // namespace ioreel
