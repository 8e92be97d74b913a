#include "base/toml_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;

TomlTable Parsed(const std::string& text) {
  absl::StatusOr<TomlTable> table = TomlTable::Parse(text, "a.toml");
  EXPECT_THAT(table, IsOk());
  return *std::move(table);
}

std::string TextOf(const absl::Status& status) { return std::string(status.message()); }

TEST(TomlTableTest, ValuesAreLookedUpByType) {
  const TomlTable table =
      Parsed("n = 0.5\nw = 12\nb = true\nt = \"x\"\nts = [\"a\", \"b\"]\nws = [1, 2]\n");
  double number = 0;
  int64_t whole = 0;
  bool flag = false;
  std::string text;
  std::vector<std::string> texts;
  std::vector<int64_t> wholes;
  EXPECT_THAT(table.Number("n", 0, 1, &number), IsOk());
  EXPECT_THAT(table.Whole("w", 0, 12, &whole), IsOk());
  EXPECT_THAT(table.Bool("b", &flag), IsOk());
  EXPECT_THAT(table.Text("t", &text), IsOk());
  EXPECT_THAT(table.Texts("ts", &texts), IsOk());
  EXPECT_THAT(table.Wholes(
                  "ws", "", [](int64_t) { return true; }, &wholes),
              IsOk());
  EXPECT_EQ(number, 0.5);
  EXPECT_EQ(whole, 12);
  EXPECT_TRUE(flag);
  EXPECT_EQ(text, "x");
  EXPECT_THAT(texts, ElementsAre("a", "b"));
  EXPECT_THAT(wholes, ElementsAre(1, 2));
}

TEST(TomlTableTest, WhatIsMissingStaysAsItIs) {
  const TomlTable table = Parsed("");
  int64_t whole = 7;
  std::vector<std::string> texts = {"x"};
  EXPECT_THAT(table.Whole("w", 0, 1, &whole), IsOk());
  EXPECT_THAT(table.Texts("ts", &texts), IsOk());
  EXPECT_EQ(whole, 7);
  EXPECT_THAT(texts, ElementsAre("x"));
  EXPECT_FALSE(table.Has("w"));
  ASSERT_THAT(table.Table("t"), IsOk());
  EXPECT_FALSE(table.Table("t")->has_value());
  ASSERT_THAT(table.Tables("t"), IsOk());
  EXPECT_TRUE(table.Tables("t")->empty());
}

TEST(TomlTableTest, FaultsNameFileLineAndColumn) {
  const TomlTable table = Parsed("\nw = 13\n ts = [\"a\", 1]\nt = 5\nn = 2\n");
  int64_t whole = 0;
  double number = 0;
  std::string text;
  std::vector<std::string> texts;
  EXPECT_EQ(TextOf(table.Whole("w", 0, 12, &whole)),
            "a.toml:2:5: w: takes a whole number from 0 to 12");
  EXPECT_EQ(TextOf(table.Texts("ts", &texts)),
            "a.toml:3:13: ts: takes texts in quotes: [\"a\", \"b\"]");
  EXPECT_EQ(TextOf(table.Text("t", &text)), "a.toml:4:5: t: takes a text in quotes");
  EXPECT_EQ(TextOf(table.Number("n", 0, 1, &number)), "a.toml:5:5: n: takes 0 to 1, not 2");
  EXPECT_EQ(TextOf(table.Table("t").status()),
            "a.toml:4:5: t: is a table: write it as [… in brackets]");
  EXPECT_EQ(TextOf(table.Tables("t").status()), "a.toml:4:5: t: are tables: write each as [[t]]");
  EXPECT_EQ(TextOf(table.CheckKeys({"w", "ts", "t"})),
            "a.toml:5:1: no key is called 'n' here; there are w, ts, t");
  EXPECT_THAT(TextOf(TomlTable::Parse("a = ", "b.toml").status()),
              testing::StartsWith("b.toml:1:"));
}

TEST(TomlTableTest, TablesAreInTheOrderOfTheFile) {
  const TomlTable table = Parsed("[[t]]\nn = 1\n[[t]]\nn = 2\n[z]\nb = 1\na = 2\n");
  const auto tables = table.Tables("t");
  ASSERT_THAT(tables, IsOk());
  ASSERT_EQ(tables->size(), 2);
  double number = 0;
  EXPECT_THAT((*tables)[1].Number("n", 0, 9, &number), IsOk());
  EXPECT_EQ(number, 2);
  EXPECT_EQ(TextOf((*tables)[1].Fault("x")), "a.toml:3:1: x");
  const auto z = table.Table("z");
  ASSERT_THAT(z, IsOk());
  EXPECT_THAT((*z)->keys(), ElementsAre("b", "a"));
}

TEST(TomlTableTest, QuotedTextsAreReadAsTheyWere) {
  const std::string odd = "a\"b\\c\n\x7f\tµ";
  std::string read;
  EXPECT_THAT(Parsed("t = " + TomlQuoted(odd)).Text("t", &read), IsOk());
  EXPECT_EQ(read, odd);
}

}  // namespace
}  // namespace ioreel
