#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/check.h"
#include "base/file.h"
#include "formats/container/layout.h"
#include "formats/load.h"
#include "tests/support/container_files.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;

TraceInMemory SmallTrace() { return RandomTrace({.seed = 7, .chunks = 2, .rows_per_chunk = 12}); }

std::string Bytes(const std::string& path) { return ReadFile(path).value(); }

std::string FileOf(absl::string_view bytes) {
  const std::string path = FreshPath("damaged.ioreel");
  CHECK_OK(WriteFile(path, bytes));
  return path;
}

TEST(ContainerDamageTest, EveryFlippedByteIsFoundAndNamedWithItsPlace) {
  const std::string whole = Bytes(WriteContainer(SmallTrace()));
  const std::string path = FreshPath("flipped.ioreel");
  for (size_t i = 0; i < whole.size(); ++i) {
    for (const char flip : {'\x01', '\x80', '\xff'}) {
      std::string bytes = whole;
      bytes[i] = static_cast<char>(bytes[i] ^ flip);
      ASSERT_THAT(WriteFile(path, bytes), IsOk());
      const auto read = ReadContainer(path);
      ASSERT_THAT(read,
                  FailsWith(absl::StatusCode::kDataLoss,
                            AllOf(HasSubstr(path), HasSubstr(" at byte "), Not(HasSubstr("\n")))))
          << "byte " << i;
    }
  }
}

TEST(ContainerDamageTest, EveryPrefixOfAFinishedFileIsDataLoss) {
  const std::string whole = Bytes(WriteContainer(SmallTrace()));
  const std::string path = FreshPath("cut.ioreel");
  for (size_t size = 1; size < whole.size(); ++size) {
    ASSERT_THAT(WriteFile(path, absl::string_view(whole).substr(0, size)), IsOk());
    for (const Unfinished unfinished : {Unfinished::kRefuse, Unfinished::kRead}) {
      ASSERT_THAT(
          ReadContainer(path, unfinished),
          FailsWith(absl::StatusCode::kDataLoss, AllOf(HasSubstr(path), HasSubstr(" at byte "))))
          << size;
    }
  }
}

TEST(ContainerDamageTest, ACutNamesTheBlockThatItHit) {
  const std::string whole = Bytes(WriteContainer(SmallTrace()));
  EXPECT_THAT(ReadContainer(FileOf(absl::string_view(whole).substr(0, whole.size() - 1))),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("footer at byte")));
  EXPECT_THAT(ReadContainer(FileOf(absl::string_view(whole).substr(0, kFileHeaderBytes + 99))),
              FailsWith(absl::StatusCode::kDataLoss,
                        ContainsRegex("block 0 at byte 24: cut after 99 of its [0-9]+ bytes")));
}

TEST(ContainerDamageTest, BytesBehindTheEndAreFound) {
  EXPECT_THAT(ReadContainer(FileOf(Bytes(WriteContainer(SmallTrace())) + "x")),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("footer at byte")));
}

TEST(ContainerDamageTest, EveryPrefixOfAnUnfinishedFileGivesItsWholeBlocks) {
  const TraceInMemory trace = SmallTrace();
  const std::string whole = Bytes(WriteContainer(trace, /*finish=*/false));
  const std::string path = FreshPath("t.ioreel.partial");
  size_t chunks_before = 0;
  for (size_t size = kFileHeaderBytes; size <= whole.size(); ++size) {
    ASSERT_THAT(WriteFile(path, absl::string_view(whole).substr(0, size)), IsOk());
    const auto read = ReadContainer(path, Unfinished::kRead);
    ASSERT_THAT(read, IsOk());
    ASSERT_GE(read->chunks.size(), chunks_before);
    chunks_before = read->chunks.size();
    ExpectSameChunks(read->chunks, {trace.chunks.begin(),
                                    trace.chunks.begin() + static_cast<int>(chunks_before)});
    ASSERT_THAT(ReadContainer(path), FailsWith(absl::StatusCode::kFailedPrecondition,
                                               HasSubstr("ioreel salvage " + path + " -o OUT")));
  }
  EXPECT_EQ(chunks_before, trace.chunks.size());
}

TEST(ContainerDamageTest, UnfinishedFileEndsBeforeWhatIsGarbledInIt) {
  const TraceInMemory trace = SmallTrace();
  std::string bytes = Bytes(WriteContainer(trace, /*finish=*/false));
  bytes[bytes.size() - 3] ^= 1;
  const auto reader = OpenContainer(FileOf(bytes), Unfinished::kRead);
  ASSERT_THAT(reader, IsOk());
  EXPECT_FALSE((*reader)->complete());
  const auto read = ReadAll(reader->get());
  ASSERT_THAT(read, IsOk());
  ExpectSameChunks(read->chunks, {trace.chunks[0]});
  EXPECT_GT((*reader)->torn_bytes(), kFrameHeaderBytes);
}

TEST(ContainerDamageTest, OtherVersionsAreRefusedByName) {
  std::string bytes = Bytes(WriteContainer(SmallTrace()));
  FileHeader header{.version = kCurrentVersion + 1, .state = FileState::kFinished};
  bytes.replace(0, kFileHeaderBytes, PackFileHeader(header));
  EXPECT_THAT(ReadContainer(FileOf(bytes)),
              FailsWith(absl::StatusCode::kUnimplemented,
                        AllOf(HasSubstr("version 2"), HasSubstr("reads versions 1 to 1"))));
}

TEST(ContainerDamageTest, AFrameThatClaimsTooMuchIsRefusedBeforeMemoryIsTaken) {
  FrameHeader header{.kind = FrameKind::kBlock, .raw_bytes = kMaxRawBytes + 1};
  EXPECT_THAT(ParseFrameHeader(PackFrameHeader(header)),
              FailsWith(absl::StatusCode::kDataLoss, HasSubstr("claims more")));
}

TEST(ContainerDamageTest, WhatIsNoContainerSaysSoInOneLine) {
  EXPECT_THAT(OpenContainer(FileOf(""), Unfinished::kRead),
              FailsWith(absl::StatusCode::kInvalidArgument, HasSubstr("empty file")));
  EXPECT_THAT(OpenContainer(::testing::TempDir(), Unfinished::kRead),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("not a file")));
  EXPECT_THAT(
      OpenContainer(FileOf(std::string(500, 'x')), Unfinished::kRead),
      FailsWith(absl::StatusCode::kDataLoss, HasSubstr("file header at byte 0: bad magic")));
  EXPECT_THAT(OpenContainer(FreshPath("none"), Unfinished::kRead),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("none")));
}

TEST(ContainerDamageTest, TheFormatReadsCompressedContainersAndRefusesUnfinishedOnes) {
  const TraceInMemory trace = SmallTrace();
  const std::string path = WriteContainer(trace);
  const std::string quoted = "'" + path + "'";
  ASSERT_EQ(std::system(("gzip -k " + quoted).c_str()), 0);
  ImportLog log;
  auto reader = OpenTrace({path + ".gz"}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto read = ReadAll(reader->get());
  ASSERT_THAT(read, IsOk());
  ExpectSameTrace(*read, trace);
  EXPECT_THAT(OpenTrace({WriteContainer(trace, /*finish=*/false)}, "", {}, &log),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("salvage")));
}

}  // namespace
}  // namespace ioreel
