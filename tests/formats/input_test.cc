#include "formats/io/input.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <zstd.h>

#include "absl/strings/escaping.h"
#include "absl/strings/match.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// "hello trace\n" as the command-line tools compress it.
std::string Gzip() {
  return absl::HexStringToBytes("1f8b0800000000000003cb48cdc9c95728294a4c4ee50200bd9407e10c000000");
}
std::string Xz() {
  return absl::HexStringToBytes(
      "fd377a585a000004e6d6b4460200210116000000742fe5a301000b68656c6c6f2074726163650a0049e76dd5f435"
      "2ac00001240ca618d8d81fb6f37d010000000004595a");
}
std::string Bzip2() {
  return absl::HexStringToBytes(
      "425a683931415926535986e26f060000035180001040002a44940020002200c210030d2b8101437e2ee48a70a121"
      "0dc4de0c");
}

std::string Zstd(const std::string& text) {
  std::string frame(ZSTD_compressBound(text.size()), '\0');
  frame.resize(ZSTD_compress(frame.data(), frame.size(), text.data(), text.size(), 1));
  return frame;
}

/// Everything that can be read, and how it ended.
std::pair<std::string, absl::Status> ReadAll(const Input& input) {
  const auto stream = input.Open();
  if (!stream.ok()) return {"", stream.status()};
  std::string all, piece(1000, '\0');
  while (**stream) {
    (*stream)->read(piece.data(), static_cast<std::streamsize>(piece.size()));
    all.append(piece, 0, static_cast<size_t>((*stream)->gcount()));
  }
  return {all, StreamStatus(**stream, input.name())};
}

std::string LongText() {
  std::string text;
  for (int i = 0; i < 20000; ++i) text += std::to_string(i * 7919 % 100003) + "\n";
  return text;
}

TEST(InputTest, PlainAndCompressedGiveTheSameText) {
  EXPECT_EQ(ReadAll(*MakeMemoryInput("x", "hello trace\n")).first, "hello trace\n");
  for (const std::string& stored : {Gzip(), Xz(), Bzip2()})
    EXPECT_EQ(ReadAll(*MakeMemoryInput("x", stored)).first, "hello trace\n");
  const auto [text, status] = ReadAll(*MakeMemoryInput("x", Zstd(LongText())));
  EXPECT_THAT(status, IsOk());
  EXPECT_EQ(text, LongText());
}

TEST(InputTest, FramesAndMembersFollowOneAnother) {
  for (const std::string& stored : {Gzip(), Xz(), Bzip2()})
    EXPECT_EQ(ReadAll(*MakeMemoryInput("x", stored + stored)).first, "hello trace\nhello trace\n");
  EXPECT_EQ(ReadAll(*MakeMemoryInput("x", Zstd("a") + Zstd("") + Zstd("b"))).first, "ab");
}

TEST(InputTest, EveryCutOfCompressedDataIsAnError) {
  const std::string zstd = Zstd(LongText());
  for (size_t size = 4; size < zstd.size(); size += 499) {
    const auto [text, status] = ReadAll(*MakeMemoryInput("x.zst", zstd.substr(0, size)));
    EXPECT_THAT(status, FailsWith(absl::StatusCode::kDataLoss, HasSubstr("x.zst: cut or damaged")))
        << size;
    EXPECT_TRUE(absl::StartsWith(LongText(), text));
  }
  for (const std::string& whole : {Gzip(), Xz(), Bzip2()}) {
    for (size_t size = 6; size < whole.size(); ++size)
      EXPECT_FALSE(ReadAll(*MakeMemoryInput("x", whole.substr(0, size))).second.ok()) << size;
  }
}

TEST(InputTest, WhatStandsBeforeACutIsRead) {
  const std::string text = "hello trace\n";
  for (const std::string& stored : {Gzip(), Xz(), Bzip2(), Zstd(text)}) {
    const auto [twice, status] = ReadAll(*MakeMemoryInput("x", stored + stored.substr(0, 9)));
    EXPECT_EQ(twice, text);
    EXPECT_THAT(status, FailsWith(absl::StatusCode::kDataLoss, HasSubstr("first 12 bytes")));
  }
  const std::string gzip = Gzip();  // the checksum and length at its end are not there
  EXPECT_EQ(ReadAll(*MakeMemoryInput("x", gzip.substr(0, gzip.size() - 8))).first, text);
}

TEST(InputTest, RubbishBehindAFrameIsAnError) {
  for (const std::string& stored : {Gzip(), Xz(), Bzip2(), Zstd("hello trace\n")}) {
    const auto [text, status] = ReadAll(*MakeMemoryInput("x", stored + "rubbish"));
    EXPECT_EQ(text, "hello trace\n");
    EXPECT_THAT(status, FailsWith(absl::StatusCode::kDataLoss,
                                  AllOf(HasSubstr("first 12 bytes"), HasSubstr("stands behind"))));
  }
}

// A few bytes must not make 2 GiB be taken.
TEST(InputTest, WhatTakesMuchMemoryToUnpackSaysHow) {
  const std::string header("\x28\xb5\x2f\xfd\x00\xa8\x10\x00\x00", 9);  // window of 2^31 bytes
  EXPECT_THAT(ReadAll(*MakeMemoryInput("x", header + "0123456789")).second,
              FailsWith(absl::StatusCode::kResourceExhausted,
                        AllOf(HasSubstr("x: not unpacked: its zstd window is 2 GiB, larger than"),
                              HasSubstr("zstd -d --long=31"))));
}

TEST(InputTest, ZerosMayPadGzipAndXz) {
  for (const std::string& stored : {Gzip(), Xz()}) {
    const auto [text, status] =
        ReadAll(*MakeMemoryInput("x", stored + std::string(512, '\0') + stored));
    EXPECT_THAT(status, IsOk());
    EXPECT_EQ(text, "hello trace\nhello trace\n");
  }
}

TEST(InputTest, CompressionInCompressionIsUndone) {
  const auto [text, status] = ReadAll(*MakeMemoryInput("x.zst", Zstd(Gzip())));
  EXPECT_THAT(status, IsOk());
  EXPECT_EQ(text, "hello trace\n");
  const std::string cut = Gzip().substr(0, 20);
  EXPECT_THAT(ReadAll(*MakeMemoryInput("x.zst", Zstd(cut))).second,
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("x.zst: cut or damaged")));
}

TEST(InputTest, HeadIsUncompressedAndBounded) {
  EXPECT_EQ(*MakeMemoryInput("x", Zstd(LongText()))->Head(), LongText().substr(0, 4096));
  EXPECT_EQ(*MakeMemoryInput("x", "abc")->Head(), "abc");
  const std::string first(10'000, 'x');
  EXPECT_EQ(*MakeMemoryInput("x", first + "\n" + LongText())->Head(), first + "\n");
  EXPECT_EQ(*MakeMemoryInput("x", first)->Head(), first);
  EXPECT_EQ(MakeMemoryInput("x", std::string(3 << 20, 'x'))->Head()->size(), Input::kLongestHead);
}

TEST(InputTest, StreamOutlivesItsInput) {
  auto stream = MakeMemoryInput("x", LongText())->Open();
  std::string word;
  **stream >> word;
  EXPECT_EQ(word, "0");
}

TEST(InputTest, WhatIsNoFileIsNamed) {
  EXPECT_THAT(OpenFileInput("/nonexistent/x").status(),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("/nonexistent/x")));
  EXPECT_THAT(OpenFileInput("/tmp").status(),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("directory")));
  EXPECT_THAT(OpenFileInput("/dev/null").status(),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("device")));
  EXPECT_THAT(OpenFileInput(ScratchFile("empty", "")).status(),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("empty")));
}

TEST(InputTest, FilesAreReadMoreThanOnce) {
  const auto input = OpenFileInput(ScratchFile("x.zst", Zstd(LongText())));
  ASSERT_THAT(input, IsOk());
  EXPECT_EQ(ReadAll(**input).first, LongText());
  EXPECT_EQ(ReadAll(**input).first, LongText());
}

}  // namespace
}  // namespace ioreel
