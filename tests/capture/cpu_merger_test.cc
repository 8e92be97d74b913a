#include "capture/cpu_merger.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

struct Item {
  int64_t time = 0;
  char name = 0;
};
int64_t& TimeOf(Item& item) { return item.time; }

std::string Released(CpuMerger<Item>* merger, int64_t watermark) {
  std::string names;
  merger->Release(watermark, [&](const Item& item) { names += item.name; });
  return names;
}

TEST(CpuMergerTest, GivesOutInOrderUpToTheWatermark) {
  CpuMerger<Item> merger;
  merger.Add(0, {10, 'a'});
  merger.Add(2, {5, 'b'});
  merger.Add(2, {20, 'c'});
  merger.Add(0, {20, 'd'});
  EXPECT_EQ(Released(&merger, 20), "ba");
  merger.Add(1, {15, 'e'});
  EXPECT_EQ(Released(&merger, 21), "edc");
  EXPECT_EQ(merger.late(), 0u);
}

TEST(CpuMergerTest, PutsSmallInversionsOfOneCpuInOrder) {
  CpuMerger<Item> merger;
  merger.Add(0, {10, 'a'});
  merger.Add(0, {30, 'c'});
  merger.Add(0, {20, 'b'});
  EXPECT_EQ(Released(&merger, 100), "abc");
}

TEST(CpuMergerTest, AnEventThatComesTooLateGetsTheLastTimeAndIsCounted) {
  CpuMerger<Item> merger;
  merger.Add(0, {50, 'a'});
  EXPECT_EQ(Released(&merger, 100), "a");
  merger.Add(1, {40, 'b'});
  int64_t time = 0;
  merger.ReleaseAll([&](const Item& item) { time = item.time; });
  EXPECT_EQ(time, 50);
  EXPECT_EQ(merger.late(), 1u);
}

}  // namespace
}  // namespace ioreel
