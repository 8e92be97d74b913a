#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/check.h"
#include "base/file.h"
#include "formats/formats.h"
#include "formats/registry.h"
#include "tests/support/format_samples.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"
#include "tests/support/shared_files.h"
#include "tests/support/whole_trace.h"

/// What every registered format must hold.

namespace ioreel {
namespace {

TraceInfo SmallInfo() {
  TraceInfo info;
  info.devices.resize(1);
  info.devices[0].name = "sda";
  info.tasks.push_back({.pid = 7, .tid = 8, .name = "app", .task_class = TaskClass::kTree});
  return info;
}

/// Two queued writes that became one request, and a read.
TraceChunk SmallRows() {
  TraceChunk rows;
  rows.queued = {
      {.queue_ns = 0, .issue_ns = 9, .length = 4096, .task = 0, .op = Op::kWrite, .flags = kSync},
      {.queue_ns = 3, .issue_ns = 9, .offset = 4096, .length = 4096, .task = 0, .op = Op::kWrite},
      {.queue_ns = 5'000, .offset = 1 << 20, .length = 512, .task = 0}};
  rows.requests = {
      {.issue_ns = 9, .complete_ns = 70'000, .length = 8192, .task = 0, .op = Op::kWrite}};
  rows.links = {{0, 0}, {1, 0}};
  return rows;
}

std::string Written(const Format& format) {
  const std::string path = ScratchPath(FormatSampleName(format.name()));
  auto writer = format.OpenWriter(path, {});
  CHECK_OK(writer.status());
  CHECK_OK((*writer)->Write(SmallInfo(), SmallRows()));
  CHECK_OK((*writer)->Finish(SmallInfo()));
  return *ReadFile(path);
}

/// A small valid file.
std::string Sample(const Format& format) {
  return format.CanWrite() ? Written(format) : FormatSample(format.name());
}

class FormatConformanceTest : public testing::TestWithParam<const Format*> {
 protected:
  const Format& format() const { return *GetParam(); }

  /// Reads `bytes`; what became of them must be visible.
  void ExpectRowsOrWord(const std::string& bytes, const std::string& what) {
    std::vector<std::unique_ptr<Input>> inputs;
    inputs.push_back(MakeMemoryInput("damaged", bytes));
    if (const auto head = inputs[0]->Head(); head.ok()) format().Sniff(*head, "damaged");
    ImportLog log;
    auto reader = format().OpenReader(std::move(inputs), {}, &log);
    if (!reader.ok()) return;
    const auto trace = ReadWhole(**reader);
    EXPECT_TRUE(!trace.ok() || !trace->rows.empty() || !log.entries().empty()) << what;
  }
};

TEST_P(FormatConformanceTest, NameAndDescriptionAreThere) {
  EXPECT_EQ(FindFormat(format().name()), &format());
  EXPECT_FALSE(format().description().empty());
  EXPECT_FALSE(format().carries().empty());
  EXPECT_EQ(format().CanWrite(), !format().extensions().empty());
}

TEST_P(FormatConformanceTest, OnlyItClaimsItsFiles) {
  const std::string sample = Sample(format()), head = sample.substr(0, 4096);
  const std::string name = FormatSampleName(format().name());
  for (const Format* other : AllFormats())
    EXPECT_FALSE(other != &format() && other->Sniff(head, name)) << other->name();
  EXPECT_EQ(format().Sniff(head, name) + format().CouldBe(sample) +
                (format().name() == "columns" && format().SniffLast(head, name)),
            1);
}

TEST_P(FormatConformanceTest, ClaimsNoRubbish) {
  for (const char* head : {"", "\n", "hello world\n", "a,b,c\n1,2,3\n", "{\"a\": 1}",
                           "\x7f"
                           "ELF"})
    EXPECT_FALSE(format().Sniff(head, "x") || format().CouldBe(head)) << head;
}

TEST_P(FormatConformanceTest, EveryPrefixIsReadOrRefused) {
  const std::string sample = Sample(format());
  for (size_t size = 0; size < sample.size(); ++size)
    ExpectRowsOrWord(sample.substr(0, size), absl::StrCat("the first ", size, " bytes"));
}

TEST_P(FormatConformanceTest, EveryFlippedByteIsReadOrRefused) {
  const std::string sample = Sample(format());
  for (size_t at = 0; at < sample.size(); ++at) {
    for (int mask : {0x01, 0x80, 0xff}) {
      std::string flipped = sample;
      flipped[at] = static_cast<char>(flipped[at] ^ mask);
      ExpectRowsOrWord(flipped, absl::StrCat("byte ", at, " xor ", mask));
    }
  }
}

/// The formats that ioreel writes.
class FormatRoundTripTest : public FormatConformanceTest {};

TEST_P(FormatRoundTripTest, WhatIsWrittenIsReadBack) {
  std::vector<std::unique_ptr<Input>> inputs;
  inputs.push_back(*OpenFileInput(ScratchFile("written", Written(format()))));
  const bool has_ops = &format() != OracleGeneralFormat();
  ImportLog log;
  auto reader = format().OpenReader(std::move(inputs), {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto trace = ReadWhole(**reader);
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), SmallRows().queued.size());
  for (size_t i = 0; i < trace->rows.queued.size(); ++i) {
    EXPECT_EQ(trace->rows.queued[i].op, has_ops ? SmallRows().queued[i].op : Op::kRead);
    EXPECT_EQ(trace->rows.queued[i].offset, SmallRows().queued[i].offset);
    EXPECT_EQ(trace->rows.queued[i].length, SmallRows().queued[i].length);
  }
  if (format().OneLevel() || &format() == BlktraceFormat() || &format() == BlkparseFormat())
    return;  // how it keeps the rest is its own test
  EXPECT_EQ(trace->rows.queued, SmallRows().queued);
  EXPECT_EQ(trace->rows.requests, SmallRows().requests);
  EXPECT_EQ(trace->rows.links, SmallRows().links);
  EXPECT_EQ(trace->info.devices[0].name, "sda");
  EXPECT_EQ(trace->info.tasks[0].task_class, TaskClass::kTree);
  EXPECT_TRUE(log.entries().empty());
}

std::vector<const Format*> WritableFormats() {
  std::vector<const Format*> formats = AllFormats();
  std::erase_if(formats,
                [](const Format* format) { return !format->CanWrite() || !format->CanRead(); });
  return formats;
}

std::string TestName(const testing::TestParamInfo<const Format*>& info) {
  std::string name(info.param->name());
  std::erase(name, '-');
  return name;
}

INSTANTIATE_TEST_SUITE_P(AllFormats, FormatConformanceTest, testing::ValuesIn(AllFormats()),
                         TestName);
INSTANTIATE_TEST_SUITE_P(AllFormats, FormatRoundTripTest, testing::ValuesIn(WritableFormats()),
                         TestName);

TEST(SniffingTest, NoHandedFileIsClaimedTwice) {
  SKIP_WITHOUT_SHARED(folder, "traces");
  std::map<std::string, int> claimed;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file() || entry.file_size() == 0) continue;
    const auto input = OpenFileInput(entry.path().string());
    ASSERT_THAT(input, IsOk());
    const auto head = (*input)->Head();
    if (!head.ok()) continue;
    std::vector<absl::string_view> claims;
    for (const Format* format : AllFormats()) {
      if (format->Sniff(*head, entry.path().string())) claims.push_back(format->name());
    }
    EXPECT_LE(claims.size(), 1u) << entry.path() << ": " << absl::StrJoin(claims, ", ");
    for (absl::string_view name : claims) ++claimed[std::string(name)];
  }
  EXPECT_EQ(claimed["csv"], 2) << "own/d_real.csv and own/d_flush.csv";
  EXPECT_EQ(claimed["fio-iolog"], 1);
  EXPECT_EQ(claimed["blkreplay"], 2);
  EXPECT_EQ(claimed["spc"], 1);
}

}  // namespace
}  // namespace ioreel
