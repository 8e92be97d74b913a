#include "base/highlight.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(HighlightTest, WordsOfAVerdictAreColoured) {
  EXPECT_EQ(Highlight("fidelity     valid: 5 of 5\n"),
            "fidelity     \x1b[1;32mvalid:\x1b[0m 5 of 5\n");
  EXPECT_EQ(Highlight("INVALID a: late"), "\x1b[1;31mINVALID\x1b[0m a: late");
  EXPECT_EQ(Highlight("WARNING"), "\x1b[1;33mWARNING\x1b[0m");
  EXPECT_EQ(Highlight("NOT COMPARABLE x"), "\x1b[1;31mNOT COMPARABLE\x1b[0m x");
}

TEST(HighlightTest, PartsOfOtherWordsAreNot) {
  for (const char* text : {"INVALIDATED", "COMPASS", "PASSED", "invalid: no", "TAINTED2", ""}) {
    EXPECT_EQ(Highlight(text), text);
  }
}

}  // namespace
}  // namespace ioreel
