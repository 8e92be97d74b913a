#include "capture/ring_page.h"

#include <gtest/gtest.h>

#include "base/bytes.h"

namespace ioreel {
namespace {

/// Builds a page as the kernel's ring buffer lays it out.
class PageBuilder {
 public:
  PageBuilder& Data(uint32_t delta, const std::string& bytes) {
    Head(static_cast<uint32_t>(bytes.size() / 4), delta);
    data_ += bytes;
    return *this;
  }
  PageBuilder& LongData(uint32_t delta, const std::string& bytes) {
    Head(0, delta);
    AppendInt<uint32_t>(&data_, static_cast<uint32_t>(bytes.size() + 4));
    data_ += bytes;
    return *this;
  }
  PageBuilder& TakenBack(uint32_t delta, uint32_t bytes) {
    Head(29, delta);
    AppendInt<uint32_t>(&data_, bytes + 4);
    data_ += std::string(bytes, 'x');
    return *this;
  }
  PageBuilder& Extend(uint64_t delta) {
    Head(30, delta & ((1u << 27) - 1));
    AppendInt<uint32_t>(&data_, static_cast<uint32_t>(delta >> 27));
    return *this;
  }
  PageBuilder& Stamp(uint64_t time) {
    Head(31, time & ((1u << 27) - 1));
    AppendInt<uint32_t>(&data_, static_cast<uint32_t>(time >> 27));
    return *this;
  }
  PageBuilder& EndOfPage() {
    Head(29, 0);
    return *this;
  }
  std::string Page(uint64_t time, uint64_t marks = 0, const std::string& after = "") const {
    std::string page;
    AppendInt<uint64_t>(&page, time);
    AppendInt<uint64_t>(&page, data_.size() | marks);
    page += data_ + after;
    page.resize(4096, '\0');
    return page;
  }

 private:
  void Head(uint32_t kind, uint64_t delta) {
    AppendInt<uint32_t>(&data_, kind | static_cast<uint32_t>(delta) << 5);
  }
  std::string data_;
};

std::string Times(RingPage* page) {
  std::string text;
  RingPage::Event event;
  while (page->Next(&event)) {
    text += std::to_string(event.time_ns) + ":" + std::string(event.bytes) + " ";
  }
  return text;
}

TEST(RingPageTest, AddsUpTimesOverAllKindsOfEvents) {
  const std::string page = PageBuilder()
                               .Data(5, "aaaa")
                               .TakenBack(7, 8)
                               .Extend((uint64_t{3} << 27) + 1)
                               .LongData(2, std::string(116, 'b'))
                               .Stamp(5'000'000'000)
                               .Data(0, "cccccccc")
                               .EndOfPage()
                               .Page(1000);
  RingPage ring(page);
  const int64_t second = 1005 + (int64_t{3} << 27) + 1 + 2;
  EXPECT_EQ(Times(&ring), "1005:aaaa " + std::to_string(second) + ":" + std::string(116, 'b') +
                              " 5000000000:cccccccc ");
  EXPECT_EQ(ring.lost(), 0);
  EXPECT_FALSE(ring.damaged());
}

TEST(RingPageTest, AStampKeepsTheHighBitsOfThePagesTime) {
  const uint64_t high = uint64_t{3} << 59;
  const std::string page = PageBuilder().Stamp(77).Data(1, "aaaa").Page(high + 5);
  RingPage ring(page);
  RingPage::Event event;
  ASSERT_TRUE(ring.Next(&event));
  EXPECT_EQ(static_cast<uint64_t>(event.time_ns), high + 78);
}

TEST(RingPageTest, TellsLosses) {
  const std::string some = PageBuilder().Data(1, "aaaa").Page(9, 1u << 31);
  EXPECT_EQ(RingPage(some).lost(), -1);
  std::string count;
  AppendInt<uint64_t>(&count, 4711);
  const std::string counted = PageBuilder().Data(1, "aaaa").Page(9, 3u << 30, count);
  EXPECT_EQ(RingPage(counted).lost(), 4711);
}

TEST(RingPageTest, EveryCutAndEveryFlippedByteIsSafe) {
  const std::string page =
      PageBuilder().Data(5, "aaaa").LongData(2, std::string(200, 'b')).Data(1, "cccc").Page(1000);
  for (size_t n = 0; n < 256; ++n) {
    RingPage ring(absl::string_view(page).substr(0, n));
    Times(&ring);
  }
  for (size_t at = 0; at < 256; ++at) {
    std::string flipped = page;
    flipped[at] = static_cast<char>(flipped[at] ^ 0xff);
    RingPage ring(flipped);
    Times(&ring);
  }
}

TEST(RingPageTest, AnEventPastTheEndIsDamage) {
  std::string page = PageBuilder().Data(5, "aaaa").Page(1000);
  page[8] = 6;  // the length now cuts the event
  RingPage ring(page);
  EXPECT_EQ(Times(&ring), "");
  EXPECT_TRUE(ring.damaged());
}

}  // namespace
}  // namespace ioreel
