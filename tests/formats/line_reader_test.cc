#include "formats/io/line_reader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::vector<std::string> Lines(const std::string& text) {
  auto reader = LineReader::Open(*MakeMemoryInput("x", text));
  EXPECT_THAT(reader, IsOk());
  std::vector<std::string> lines;
  absl::string_view line;
  for (;;) {
    const auto more = reader->Next(&line);
    EXPECT_THAT(more, IsOk());
    if (!*more) return lines;
    lines.emplace_back(line);
    EXPECT_EQ(reader->line_number(), lines.size());
  }
}

TEST(LineReaderTest, EndsAndMarksAreNotPartOfALine) {
  EXPECT_THAT(Lines("a\nb\r\n\nc\n"), ElementsAre("a", "b", "", "c"));
  EXPECT_THAT(Lines("\xef\xbb\xbf"
                    "a\n\xef\xbb\xbf\n"),
              ElementsAre("a", "\xef\xbb\xbf"));
  EXPECT_THAT(Lines(""), ElementsAre());
  EXPECT_THAT(Lines("a\nb"), ElementsAre("a", "b"));
}

TEST(LineReaderTest, AMissingLastEndIsKnown) {
  for (const auto& [text, missing] : {std::pair("a\nb", true), {"a\nb\n", false}}) {
    auto reader = LineReader::Open(*MakeMemoryInput("x", text));
    absl::string_view line;
    while (*reader->Next(&line)) {
    }
    EXPECT_EQ(reader->unterminated(), missing);
    EXPECT_EQ(reader->Place(), "x: line 2");
  }
}

TEST(LineReaderTest, LinesMayBeLongerThanTheBuffer) {
  std::vector<std::string> expected;
  std::string text;
  for (size_t length : {1, 200'000, 3, 900'000, 131'072, 0, 131'071}) {
    expected.push_back(std::string(length, static_cast<char>('a' + expected.size())));
    text += expected.back() + "\n";
  }
  EXPECT_TRUE(Lines(text) == expected);
}

/// "number: record" of each.
std::vector<std::string> Records(const std::string& text) {
  auto reader = LineReader::Open(*MakeMemoryInput("x", text));
  std::vector<std::string> records;
  absl::string_view record;
  while (reader->NextRecord(&record).value())
    records.push_back(absl::StrCat(reader->line_number(), ": ", record));
  return records;
}

TEST(LineReaderTest, ARecordGoesOverLineEndsInQuotes) {
  EXPECT_THAT(Records("a,\"b\r\nc\"\r\n\"\"\"\n\"\n\nd\n"),
              ElementsAre("1: a,\"b\r\nc\"", "3: \"\"\"\n\"", "5: ", "6: d"));
  EXPECT_THAT(Records("\"a\nb\n"), ElementsAre("1: \"a", "2: b")) << "a quote left open";
  const std::string far = "\"" + std::string(20, '\n') + "\"\n";
  EXPECT_EQ(Records(far).size(), 21u) << "too many lines for a field";
}

TEST(LineReaderTest, ARecordCanTurnOutToBeALine) {
  auto reader = LineReader::Open(*MakeMemoryInput("x", "a\n5\" disk\nb\n3\" disk\nc"));
  absl::string_view record;
  ASSERT_TRUE(*reader->NextRecord(&record));
  EXPECT_FALSE(reader->KeepFirstLine(&record));
  ASSERT_TRUE(*reader->NextRecord(&record));
  EXPECT_EQ(record, "5\" disk\nb\n3\" disk");
  ASSERT_TRUE(reader->KeepFirstLine(&record));
  EXPECT_EQ(record, "5\" disk");
  EXPECT_EQ(reader->Place(), "x: line 2");
  ASSERT_TRUE(*reader->NextRecord(&record));
  EXPECT_EQ(record, "b");
  ASSERT_TRUE(*reader->NextRecord(&record));
  EXPECT_EQ(record, "3\" disk");
  EXPECT_EQ(reader->Place(), "x: line 4");
}

TEST(LineReaderTest, WhatHasNoLinesIsNoText) {
  auto reader = LineReader::Open(*MakeMemoryInput("x", "a\n" + std::string(3 << 20, '\0')));
  absl::string_view line;
  EXPECT_THAT(reader->Next(&line), IsOk());
  EXPECT_THAT(reader->Next(&line).status(),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("x: line 2 does not end")));
}

}  // namespace
}  // namespace ioreel
