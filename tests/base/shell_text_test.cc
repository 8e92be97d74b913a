#include "base/shell_text.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(ShellTextTest, QuotesOnlyWhatMustBe) {
  EXPECT_EQ(ShellText({"git", "-C", "/srv/a.b", "log", "--n=3"}), "git -C /srv/a.b log --n=3");
  EXPECT_EQ(ShellText({"sh", "-c", "sync; exit 3", ""}), "sh -c 'sync; exit 3' ''");
  EXPECT_EQ(ShellText({"echo", "it's", "$HOME", "*"}), "echo 'it'\\''s' '$HOME' '*'");
  EXPECT_EQ(ShellText({"Grüße"}), "'Grüße'");
}

TEST(ShellTextTest, StaysOnOneLine) {
  EXPECT_EQ(ShellText({"sh", "-c", "a\nb 'c'"}), "sh -c $'a\\nb \\'c\\''");
}

TEST(ShellTextTest, NothingIsEmpty) { EXPECT_EQ(ShellText({}), ""); }

}  // namespace
}  // namespace ioreel
