#include "replay/prime/payload.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <deque>
#include <random>
#include <set>
#include <string>

#include "replay/prime/io_buffers.h"
#include "replay/target.h"
#include "replay/verify/stamp.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

double ZstdRatio(const std::string& data) {
  std::string out(ZSTD_compressBound(data.size()), '\0');
  const size_t n = ZSTD_compress(out.data(), out.size(), data.data(), data.size(), 3);
  return static_cast<double>(n) / static_cast<double>(data.size());
}

/// What `count` writes of `length` bytes, one after the other, leave on a drive.
std::string Written(Payload payload, size_t length, size_t count) {
  auto buffers = IoBuffers::Create({.payload = payload,
                                    .depth = 32,
                                    .longest_write = length,
                                    .written_bytes = length * count,
                                    .writes = count});
  EXPECT_THAT(buffers, IsOk());
  std::string image;
  for (size_t i = 0; i < count; ++i) {
    char* const buffer = static_cast<char*>(buffers->Acquire(Op::kWrite, length));
    if (payload.stamp)
      StampSectors({buffer, length}, /*run=*/0x1234567812345678, i * length, i + 1);
    image.append(buffer, length);
    buffers->Release(buffer, length);
  }
  return image;
}

TEST(PayloadTest, B3RandomIsIncompressibleAndZeroIsNot) {
  EXPECT_GE(ZstdRatio(Written(Payload(), 4096, 4096)), 0.98);
  EXPECT_GE(ZstdRatio(Written(Payload(), 1 << 20, 150)), 0.98);
  EXPECT_LT(ZstdRatio(Written(Payload{.compress_percent = 100}, 4096, 64)), 0.01);
}

TEST(PayloadTest, B3B4CompressesAsAskedWithAndWithoutStampsInIosOfAnySize) {
  for (const int percent : {20, 50, 80}) {
    for (const size_t length : {512, 4096, 1 << 20}) {
      for (const bool stamp : {false, true}) {
        const Payload payload = {.compress_percent = percent, .stamp = stamp};
        EXPECT_NEAR(ZstdRatio(Written(payload, length, (size_t{8} << 20) / length)),
                    1 - percent / 100.0, 0.05)
            << percent << " % of " << length << (stamp ? " stamped" : "");
      }
    }
  }
}

TEST(PayloadTest, DedupeCopiesThatManyBlocks) {
  const std::string image = Written({.dedupe_percent = 20}, 4096, 5000);
  std::set<std::string> blocks;
  for (size_t at = 0; at < image.size(); at += 4096) blocks.insert(image.substr(at, 4096));
  EXPECT_NEAR(1 - blocks.size() / 5000.0, 0.20, 0.02);
}

TEST(PayloadTest, IsWrittenAsItIsRead) {
  for (const char* text :
       {"random", "zero", "stamp", "compress=50", "compress=50,dedupe=20", "compress=5,stamp"}) {
    const auto payload = ParsePayload(text);
    ASSERT_THAT(payload, IsOk());
    EXPECT_EQ(ToString(*payload), text);
  }
  for (const char* text :
       {"", "zeros", "compress", "compress=100", "compress=-1", "compress=5x", "dedupe=101",
        "stamp,dedupe=1", "random,stamp", "stamp,", "compress=5,compress=6"}) {
    EXPECT_FALSE(ParsePayload(text).ok()) << text;
  }
}

TEST(PayloadTest, NoTwoBlocksAreEqualEvenWhenThePoolRepeats) {
  for (const size_t length : {512, 4096, 1 << 20}) {
    const size_t count = (size_t{160} << 20) / std::max<size_t>(length, 4096);
    const std::string image = Written(Payload(), length, count);
    std::set<std::string> blocks;
    const size_t block = std::min<size_t>(length, 4096);
    for (size_t at = 0; at < image.size(); at += block) blocks.insert(image.substr(at, 16));
    EXPECT_EQ(blocks.size(), image.size() / block) << length;
  }
}

TEST(IoBuffersTest, O4NoMemoryWithoutDataOps) {
  const auto buffers = IoBuffers::Create({.depth = 1024});
  ASSERT_THAT(buffers, IsOk());
  EXPECT_EQ(buffers->bytes(), 0u);
  EXPECT_EQ(buffers->base(), nullptr);
}

TEST(IoBuffersTest, MemoryIsBoundedWhateverTheTraceAsks) {
  const auto buffers = IoBuffers::Create({.depth = 1024,
                                          .longest_read = uint64_t{1} << 40,
                                          .longest_write = uint64_t{1} << 40,
                                          .written_bytes = uint64_t{1} << 50});
  ASSERT_THAT(buffers, IsOk());
  EXPECT_LE(buffers->bytes(), size_t{128} << 20);
}

char* const kNeverTouched = reinterpret_cast<char*>(uintptr_t{1} << 30);

class BufferRingTest : public ::testing::TestWithParam<BufferRing::Order> {};
INSTANTIATE_TEST_SUITE_P(Orders, BufferRingTest,
                         ::testing::Values(BufferRing::Order::kRound, BufferRing::Order::kLowest));

TEST_P(BufferRingTest, LiveBuffersNeverOverlapAndRoomIsFoundAgain) {
  constexpr size_t kBytes = 4 << 20;
  char* const base = kNeverTouched;
  BufferRing ring(base, kBytes, GetParam());
  std::mt19937_64 random(7);
  std::vector<bool> taken(kBytes / 512);
  std::vector<std::pair<char*, size_t>> live;
  size_t refused = 0;
  for (int i = 0; i < 100'000; ++i) {
    const size_t length = 512 * (1 + random() % (i % 7 == 0 ? 512 : 16));
    if (char* const buffer = ring.Acquire(length)) {
      ASSERT_EQ((buffer - base) % BufferRing::kAlignment, 0u);
      ASSERT_LE(static_cast<size_t>(buffer - base) + length, kBytes);
      for (size_t at = 0; at < length; at += 512) {
        ASSERT_FALSE(taken[(buffer - base + at) / 512]);
        taken[(buffer - base + at) / 512] = true;
      }
      live.emplace_back(buffer, length);
    } else {
      ++refused;
    }
    while (live.size() > 60 || (!live.empty() && random() % 3 == 0)) {
      std::swap(live[random() % live.size()], live.back());
      const auto [buffer, length] = live.back();
      live.pop_back();
      for (size_t at = 0; at < length; at += 512) taken[(buffer - base + at) / 512] = false;
      ring.Release(buffer, length);
    }
  }
  EXPECT_GT(refused, 0u);
  EXPECT_LT(refused, 50'000u);
  for (const auto& [buffer, length] : live) ring.Release(buffer, length);
  EXPECT_NE(ring.Acquire(kBytes), nullptr);
  EXPECT_EQ(ring.Acquire(512), nullptr);
}

/// How much of a ring is used by many I/Os of which `live` at a time are in flight.
size_t UsedBytes(BufferRing::Order order, size_t live, size_t length) {
  BufferRing ring(kNeverTouched, 64 << 20, order);
  std::deque<char*> buffers;
  char* end = kNeverTouched;
  for (int i = 0; i < 100'000; ++i) {
    buffers.push_back(ring.Acquire(length));
    end = std::max(end, buffers.back() + length);
    if (buffers.size() < live) continue;
    ring.Release(buffers.front(), length);
    buffers.pop_front();
  }
  return static_cast<size_t>(end - kNeverTouched);
}

TEST(BufferRingOrderTest, WhatNeedNotDifferStaysInLittleMemory) {
  using Order = BufferRing::Order;
  EXPECT_EQ(UsedBytes(Order::kRound, 1, 4096), size_t{64} << 20);
  EXPECT_EQ(UsedBytes(Order::kLowest, 1, 4096), size_t{64} << 10);
  EXPECT_LE(UsedBytes(Order::kLowest, 32, 4096), size_t{256} << 10);
  EXPECT_LE(UsedBytes(Order::kLowest, 8, 1 << 20), size_t{9} << 20);
}

}  // namespace
}  // namespace ioreel
