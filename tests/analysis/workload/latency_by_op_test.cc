#include "analysis/workload/latency_by_op.h"

#include <gtest/gtest.h>

#include "formats/model/time.h"

namespace ioreel {
namespace {

TEST(LatencyByOpTest, EachOperationAndThoseWithARange) {
  LatencyByOp latency;
  latency.Add(Op::kRead, 10, 20);
  latency.Add(Op::kRead, 10, 40);
  latency.Add(Op::kWrite, 0, 50);
  latency.Add(Op::kFlush, 0, 100);
  const LatencyByOp::Result result = latency.result();
  EXPECT_EQ(result.ops.size(), 3u);
  EXPECT_EQ(result.ops.at(Op::kRead).count, 2u);
  EXPECT_EQ(result.ops.at(Op::kRead).min, 10);
  EXPECT_EQ(result.ops.at(Op::kRead).max, 30);
  EXPECT_DOUBLE_EQ(result.ops.at(Op::kRead).mean, 20);
  EXPECT_EQ(result.ops.at(Op::kFlush).p50, 100);
  EXPECT_EQ(result.all.count, 3u) << "a flush has no bytes";
  EXPECT_DOUBLE_EQ(result.all.mean, 30);
}

TEST(LatencyByOpTest, UnknownIsNotZero) {
  LatencyByOp latency;
  latency.Add(Op::kRead, 10, kNoTime);
  latency.Add(Op::kRead, kNoTime, 10);
  latency.Add(Op::kRead, kNoTime, kNoTime);
  latency.Add(Op::kRead, 10, 9);
  EXPECT_TRUE(latency.result().ops.empty());
  EXPECT_EQ(latency.result().all.count, 0u);
  latency.Add(Op::kRead, 10, 10);  // but a clock that is coarse says 0
  EXPECT_EQ(latency.result().all.count, 1u);
  EXPECT_EQ(latency.result().all.max, 0);
}

TEST(LatencyByOpTest, FarTimesDoNotWrap) {
  LatencyByOp latency;
  latency.Add(Op::kWrite, -INT64_MAX, INT64_MAX);
  latency.Add(Op::kWrite, 0, INT64_MAX);
  EXPECT_EQ(latency.result().all.max, INT64_MAX);
  EXPECT_NEAR(latency.result().all.mean, 9.223e18, 1e15);
}

}  // namespace
}  // namespace ioreel
