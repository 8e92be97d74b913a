#include "formats/columnar/field_splitter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> Split(char separator, absl::string_view line) {
  FieldSplitter splitter(separator, true);
  const auto fields = splitter.Split(line);
  EXPECT_THAT(fields, IsOk());
  return fields.ok() ? std::vector<std::string>(fields->begin(), fields->end())
                     : std::vector<std::string>();
}

TEST(FieldSplitterTest, CutsAtSeparatorsAndTrims) {
  EXPECT_THAT(Split(',', "a, b ,,c"), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(Split(',', ""), ElementsAre(""));
  EXPECT_THAT(Split(';', "1,5;;"), ElementsAre("1,5", "", ""));
  EXPECT_THAT(Split('\t', "a\t\tb "), ElementsAre("a", "", "b"));
  EXPECT_THAT(Split(' ', " \t a  b\tc \t"), ElementsAre("a", "b", "c"));
}

TEST(FieldSplitterTest, QuotesHideSeparators) {
  EXPECT_THAT(Split(',', R"("1,5", "a ""b""" ,x)"), ElementsAre("1,5", "a \"b\"", "x"));
  EXPECT_THAT(Split('\t', "\"a\tb\"\t\t\"\""), ElementsAre("a\tb", "", ""));
  EXPECT_THAT(Split(',', R"(a "b",c)"), ElementsAre("a \"b\"", "c")) << "a quote inside is text";
}

TEST(FieldSplitterTest, BrokenQuotesAreErrors) {
  FieldSplitter splitter(',', true);
  EXPECT_FALSE(splitter.Split("a,\"b").ok());
  EXPECT_FALSE(splitter.Split("\"a\"b,c").ok());
}

TEST(FieldSplitterTest, GuessesSeparators) {
  EXPECT_EQ(GuessSeparator("a,b"), ',');
  EXPECT_EQ(GuessSeparator("1,5;2,5"), ';');
  EXPECT_EQ(GuessSeparator("\"a;b\",c"), ',');
  EXPECT_EQ(GuessSeparator("a b,c\td"), '\t');
  EXPECT_EQ(GuessSeparator("a b"), ' ');
}

}  // namespace
}  // namespace ioreel
