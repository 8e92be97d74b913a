#include "replay/run/outbox.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace ioreel {
namespace {

TEST(OutboxTest, PartsGoInOrderAndEachIsHeldOnce) {
  Outbox outbox(4);
  uint64_t added = 0, sent = 0, held = 0;
  for (int round = 0; round < 1'000; ++round) {
    for (int i = 0; i < round % 7; ++i) outbox.end()->push_back({.tag = added++});
    ASSERT_EQ(outbox.size(), added - sent);
    const size_t n = std::min<size_t>(outbox.size(), static_cast<size_t>(round % 5));
    for (size_t i = 0; i < n; ++i) ASSERT_EQ(outbox.parts()[i].tag, sent + i);
    outbox.Sent(n);
    sent += n;
    held = std::max(held, sent);
    for (const DeviceIo& io : outbox.TakeHeld()) ASSERT_EQ(io.tag, held++);
    ASSERT_EQ(held, added);
    ASSERT_EQ(outbox.empty(), added == sent);
  }
  EXPECT_GT(outbox.size(), 100u);
  outbox.Sent(outbox.size());
  EXPECT_TRUE(outbox.empty());
  EXPECT_TRUE(outbox.TakeHeld().empty());
}

}  // namespace
}  // namespace ioreel
