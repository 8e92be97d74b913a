#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "analysis/workload/arrival_gaps.h"
#include "analysis/workload/block_walk.h"
#include "analysis/workload/block_writes.h"
#include "analysis/workload/depth_steps.h"
#include "analysis/workload/depth_times.h"
#include "analysis/workload/flush_intervals.h"
#include "analysis/workload/footprint.h"
#include "analysis/workload/hot_ranges.h"
#include "analysis/workload/idle_times.h"
#include "analysis/workload/latency_by_op.h"
#include "analysis/workload/op_mix.h"
#include "analysis/workload/reuse_distances.h"
#include "analysis/workload/seek_distances.h"
#include "analysis/workload/sequentiality.h"
#include "analysis/workload/step_table.h"
#include "analysis/workload/working_set.h"

/// Of every statistic: what two parts give together is what one pass gives, wherever the parts
/// meet.

namespace ioreel {
namespace {

std::vector<Io> RandomIos(uint32_t seed, size_t count) {
  std::mt19937 random(seed);
  std::vector<Io> ios(count);
  int64_t now_ns = -100;
  uint64_t end = 0;
  for (Io& io : ios) {
    now_ns += random() % 3 == 0 ? 0 : static_cast<int64_t>(random() % 40);
    io.start_ns = random() % 16 == 0 ? kNoTime : now_ns;
    io.complete_ns = random() % 8 == 0 ? kNoTime : now_ns + static_cast<int64_t>(random() % 100);
    io.op =
        std::vector<Op>{Op::kRead, Op::kWrite, Op::kWrite, Op::kFlush, Op::kDiscard}[random() % 5];
    io.device = static_cast<uint16_t>(random() % 2);
    if (HasRange(io.op)) io.offset = random() % 2 ? end : random() % 64 * 4096;
    if (HasRange(io.op)) io.length = (1 + random() % 3) * 2048;
    end = io.offset + io.length;
    if (random() % 8 == 0) io.flags = random() % 2 ? kFua : kPreflush;
  }
  return ios;
}

/// `make` gives an empty meter, `add` adds one item to it, `result` is what is compared.
template <typename Item, typename Make, typename Add, typename Result>
void ExpectPartsAddUp(const std::vector<Item>& items, Make make, Add add, Result result) {
  auto whole = make();
  for (const Item& item : items) add(whole, item);
  for (size_t cut = 0; cut <= items.size(); ++cut) {
    auto first = make(), second = make();
    for (size_t i = 0; i < items.size(); ++i) add(i < cut ? first : second, items[i]);
    first.Merge(second);
    ASSERT_EQ(result(first), result(whole)) << "cut at " << cut;
  }
}

template <typename Meter, typename Item>
void ExpectPartsAddUp(const std::vector<Item>& items) {
  ExpectPartsAddUp(
      items, [] { return Meter(); }, [](Meter& meter, const Item& item) { meter.Add(item); },
      [](const Meter& meter) { return meter.result(); });
}

/// The cells of a statistic by steps.
template <typename Meter>
auto Cells(Meter& meter) {
  std::vector<std::pair<int64_t, std::decay_t<decltype(meter.series().steps()[0].cell)>>> cells;
  for (const auto& step : meter.series().steps()) cells.emplace_back(step.number, step.cell);
  return cells;
}

class MergePropertyTest : public testing::TestWithParam<uint32_t> {
 protected:
  std::vector<Io> ios_ = RandomIos(GetParam(), 60);

  std::vector<Io> WithData() const {
    std::vector<Io> ios = ios_;
    std::erase_if(ios, [](const Io& io) { return !HasPayload(io.op); });
    return ios;
  }
};

TEST_P(MergePropertyTest, OfIos) {
  ExpectPartsAddUp<OpMix>(ios_);
  ExpectPartsAddUp<ArrivalGaps>(ios_);
  ExpectPartsAddUp<SeekDistances>(ios_);
  ExpectPartsAddUp<FlushIntervals>(ios_);
  ExpectPartsAddUp<HotRanges>(WithData());
  ExpectPartsAddUp(
      ios_, [] { return LatencyByOp(); },
      [](LatencyByOp& meter, const Io& io) { meter.Add(io.op, io.start_ns, io.complete_ns); },
      [](const LatencyByOp& meter) { return meter.result(); });
  ExpectPartsAddUp(
      WithData(), [] { return Sequentiality(); },
      [](Sequentiality& meter, const Io& io) { meter.Add(io.device, io); },
      [](const Sequentiality& meter) { return meter.result(); });
  ExpectPartsAddUp(
      WithData(), [] { return Footprint(); },
      [](Footprint& meter, const Io& io) { meter.Add(io.offset, io.length); },
      [](const Footprint& meter) { return meter.bytes(); });
}

TEST_P(MergePropertyTest, OfHotRangesThatGrow) {
  ExpectPartsAddUp(
      WithData(), [] { return HotRanges(2); },
      [](HotRanges& meter, Io io) {
        io.offset *= 1024;
        meter.Add(io);
      },
      [](const HotRanges& meter) { return meter.result(); });
}

TEST_P(MergePropertyTest, OfDepthSegments) {
  std::vector<DepthSegment> segments;
  const auto add = [&segments](const DepthSegment& segment) { segments.push_back(segment); };
  DepthWalk walk;
  for (const Io& io : ios_) {
    if (io.start_ns != kNoTime && CompletionKnown(io))
      walk.Add(io.start_ns, io.complete_ns, HasPayload(io.op), add);
  }
  walk.Finish(add);
  ExpectPartsAddUp<DepthTimes>(segments);
  ExpectPartsAddUp<IdleTimes>(segments);
  ExpectPartsAddUp(
      segments, [] { return DepthSteps(64); },
      [](DepthSteps& meter, const DepthSegment& segment) { meter.Add(segment); },
      [](DepthSteps& meter) { return Cells(meter); });
}

TEST_P(MergePropertyTest, OfBlocks) {
  std::vector<BlockTouch> touches;
  std::vector<BlockFate> fates;
  BlockWalk walk;
  for (const Io& io : WithData())
    walk.Add(io, [&touches](const BlockTouch& touch) { touches.push_back(touch); });
  walk.ForEachBlock([&fates](const BlockFate& fate) { fates.push_back(fate); });
  ExpectPartsAddUp(
      touches, [] { return ReuseDistances(); },
      [](ReuseDistances& meter, const BlockTouch& touch) { meter.Add(touch); },
      [&walk](const ReuseDistances& meter) { return meter.result(walk.touches()); });
  ExpectPartsAddUp<BlockWrites>(fates);
  ExpectPartsAddUp(
      touches, [] { return WorkingSet(64); },
      [](WorkingSet& meter, const BlockTouch& touch) { meter.Add(touch); },
      [](WorkingSet& meter) { return Cells(meter); });
}

TEST_P(MergePropertyTest, OfSteps) {
  ExpectPartsAddUp(
      ios_, [] { return StepTable(64); },
      [](StepTable& meter, const Io& io) { meter.Add(io, io.offset % 3 == 0); },
      [](StepTable& meter) {
        std::vector<std::tuple<int64_t, uint64_t, std::vector<StepTable::Stream>>> steps;
        for (const auto& step : meter.series().steps()) {
          auto streams = step.cell.streams;
          std::sort(streams.begin(), streams.end(),
                    [](const auto& a, const auto& b) { return a.key() < b.key(); });
          steps.emplace_back(step.number, step.cell.others, std::move(streams));
        }
        return steps;
      });
}

INSTANTIATE_TEST_SUITE_P(Seeds, MergePropertyTest, testing::Range(1u, 9u));

}  // namespace
}  // namespace ioreel
