#include "base/status_line.h"

#include <gtest/gtest.h>

#include <string>

namespace ioreel {
namespace {

constexpr int64_t kSecond = 1'000'000'000;

/// What of the seconds 0 to 30 shows, on something that is no terminal.
std::string Shown(int64_t quiet_ns) {
  StatusLine line(quiet_ns);
  testing::internal::CaptureStderr();
  for (int i = 0; i <= 30; ++i) line.Show(i * kSecond, std::to_string(i));
  return testing::internal::GetCapturedStderr();
}

TEST(StatusLineTest, OnNoTerminalThereIsALineEveryTenSeconds) {
  EXPECT_EQ(Shown(0), "ioreel: 10\nioreel: 20\nioreel: 30\n");
}

TEST(StatusLineTest, AQuietStartIsOverWhenToldTo) {
  EXPECT_EQ(Shown(2 * kSecond), "ioreel: 2\nioreel: 12\nioreel: 22\n");
}

}  // namespace
}  // namespace ioreel
