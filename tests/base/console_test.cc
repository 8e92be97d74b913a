#include "base/console.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(ConsoleTest, WhatSteersATerminalIsEscaped) {
  EXPECT_EQ(Printable("red \x1b[31m\x07 and\rback\x7f"), "red \\x1b[31m\\x07 and\\x0dback\\x7f");
  EXPECT_EQ(Printable("two\nlines\tand a tab"), "two\\nlines\\tand a tab");
  EXPECT_EQ(Printable(absl::string_view("a\0b", 3)), "a\\x00b");
  EXPECT_EQ(Printable("\xc2\x9b"
                      "31m"),
            "\\xc2\\x9b31m");  // CSI as one character
  EXPECT_EQ(Printable("txt\xe2\x80\xae"
                      "exe"),
            "txt\\xe2\\x80\\xaeexe");  // right to left
}

TEST(ConsoleTest, TextStaysAsItIs) {
  for (const char* text :
       {"", "kworker/0:1H-kblockd", "\\\\.\\PhysicalDrive1", "µs ×2 … ≈", "naïve 書き込み 💾"})
    EXPECT_EQ(Printable(text), text);
}

TEST(ConsoleTest, BytesThatAreNoUtf8AreEscaped) {
  EXPECT_EQ(Printable("\xff"
                      "a\xc3"),
            "\\xffa\\xc3");
  EXPECT_EQ(Printable("\xc0\xaf"), "\\xc0\\xaf");                    // longer than it need be
  EXPECT_EQ(Printable("\xed\xa0\x80"), "\\xed\\xa0\\x80");           // half of a surrogate pair
  EXPECT_EQ(Printable("\xf4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80");  // above U+10FFFF
  EXPECT_EQ(Printable("\xe2\x80"), "\\xe2\\x80");
}

TEST(ConsoleTest, WithoutUtf8OwnSignsAreSpelledAndOthersEscaped) {
  EXPECT_EQ(ConsoleText("3 µs × 2 ≈ 6 µs…\n", false), "3 us x 2 ~ 6 us...\n");
  EXPECT_EQ(ConsoleText("naïve\n", false), "na\\xc3\\xafve\n");
  EXPECT_EQ(ConsoleText("3 µs\n\x1b", true), "3 µs\n\\x1b");
}

}  // namespace
}  // namespace ioreel
