#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "formats/digest.h"
#include "formats/result/result_file.h"
#include "replay/prime/priming.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

constexpr uint64_t kBytes = 4 << 20;

/// A member of zeroes that ioreel did not make.
std::string Member(absl::string_view name, uint64_t bytes = kBytes) {
  const std::string path = ScratchFile(name, "");
  std::filesystem::resize_file(path, bytes);
  return path;
}

/// Overlapping writes of up to 64 KiB over the first `span` bytes, every fourth I/O a read.
std::string Trace(uint64_t span) {
  std::string text = "fio version 3 iolog\n0 /dev/sda add\n0 /dev/sda open\n";
  for (uint64_t i = 0; i < 400; ++i) {
    const uint64_t length = 4096 * (1 + i % 16);
    const uint64_t offset = i * 7919 * 4096 % (span - length) / 4096 * 4096;
    absl::StrAppend(&text, i, " /dev/sda ", i % 4 ? "write " : "read ", offset, " ", length, "\n");
  }
  return ScratchFile("array.iolog", text + "500 /dev/sda sync 0 0\n600 /dev/sda close\n");
}

RangeSet Holes(const std::string& path, uint64_t begin, uint64_t length) {
  const auto fd = OpenFd(path, O_RDONLY);
  EXPECT_THAT(fd, IsOk());
  RangeSet range;
  range.Add(begin, length);
  return FindHoles(fd->get(), range);
}

struct ArrayRun {
  ProgramRun program;
  RepeatResult repeat;
  TargetFacts target;
};

ArrayRun Replay(const std::string& spec, const std::vector<std::string>& members, uint64_t span) {
  const std::string out = ScratchPath("array.json");
  std::vector<std::string> arguments = {"replay", Trace(span), "--target", spec, "--mode",
                                        "afap",   "--depth",   "64",       "-o", out};
  for (const std::string& member : members) {
    arguments.insert(arguments.end(), {"--overwrite", member});
  }
  ArrayRun run;
  run.program = RunIoreel(arguments);
  const auto result = ReadRunResult(out);
  EXPECT_THAT(result, IsOk()) << run.program.err;
  if (!result.ok()) return run;
  run.repeat = result->repeats[0];
  run.target = result->target;
  std::filesystem::remove(out);
  return run;
}

TEST(ReplayArrayTest, MirrorsOfAStripeHoldTheSameAndTheResultTellsOfEach) {
  const std::string a = Member("a.img"), b = Member("b.img"), c = Member("c.img"),
                    d = Member("d.img");
  const std::string spec =
      absl::StrCat("raid0(chunk=16k,raid1(", a, ",", b, "),raid1(", c, ",", d, "))");
  const ArrayRun run = Replay(spec, {a, b, c, d}, 2 * kBytes);
  EXPECT_EQ(run.program.code, 0) << run.program.err;
  EXPECT_EQ(*FileDigest(a), *FileDigest(b));
  EXPECT_EQ(*FileDigest(c), *FileDigest(d));
  EXPECT_NE(*FileDigest(a), *FileDigest(c));

  EXPECT_EQ(run.target.kind, "raid0");
  EXPECT_EQ(run.target.size_bytes, 2 * kBytes);
  ASSERT_EQ(run.target.members.size(), 4u);
  EXPECT_EQ(run.target.members[2].path, c);
  EXPECT_EQ(run.target.members[2].kind, "file");
  EXPECT_EQ(run.target.members[2].size_bytes, kBytes);
  ASSERT_TRUE(run.repeat.array.has_value());
  EXPECT_EQ(run.repeat.array->write_amplification, 2);
  uint64_t read_bytes = 0, written_bytes = 0;
  for (const MemberResult& member : run.repeat.array->members) {
    read_bytes += member.read_bytes;
    written_bytes += member.written_bytes;
    EXPECT_GT(member.mean_depth, 0);
    EXPECT_GT(member.iops, 0);
    EXPECT_EQ(member.ops.back().op, Op::kFlush);
    EXPECT_EQ(member.ops.back().count, 1u);
  }
  EXPECT_EQ(read_bytes, run.repeat.read_bytes);
  EXPECT_EQ(written_bytes, 2 * run.repeat.written_bytes);
  EXPECT_THAT(run.program.out, HasSubstr(absl::StrCat("member 3     ", d, " (file), 4 MiB")));
  EXPECT_THAT(run.program.out, HasSubstr("amplified    2.00 bytes written to members"));
}

TEST(ReplayArrayTest, TheParityOfManyWritesAtOnceIsRight) {
  const std::vector<std::string> members = {Member("a.img"), Member("b.img"), Member("c.img")};
  const ArrayRun run = Replay(absl::StrCat("raid5(chunk=16k,", absl::StrJoin(members, ","), ")"),
                              members, 2 * kBytes);
  EXPECT_EQ(run.program.code, 0) << run.program.err;
  EXPECT_EQ(run.target.size_bytes, 2 * kBytes);
  ASSERT_TRUE(run.repeat.array.has_value());
  EXPECT_GT(run.repeat.array->write_amplification, 1.5);
  std::string sum(kBytes, '\0');
  for (const std::string& member : members) {
    const auto image = ReadFile(member);
    ASSERT_THAT(image, IsOk());
    for (size_t i = 0; i < sum.size(); ++i) sum[i] = static_cast<char>(sum[i] ^ (*image)[i]);
  }
  EXPECT_TRUE(sum == std::string(kBytes, '\0'));
}

TEST(ReplayArrayTest, ADegradedArrayNeedsNoMissingFile) {
  const std::string a = Member("a.img"), c = Member("c.img");
  const ArrayRun run =
      Replay(absl::StrCat("degraded(raid5(chunk=16k,", a, ",/no/such,", c, "),missing=1)"), {a, c},
             2 * kBytes);
  EXPECT_EQ(run.program.code, 0) << run.program.err;
  EXPECT_EQ(run.target.members.size(), 2u);
}

TEST(ReplayArrayTest, ACacheTellsItsHitsAndLeavesItsDataInTheSlowMember) {
  const std::string f = Member("f.img", 1 << 20), a = Member("a.img"), b = Member("b.img");
  const std::string spec = absl::StrCat("cache(fast=", f, ",slow=raid1(", a, ",", b,
                                        "),size=512k,block=32k,mode=writeback)");
  const ArrayRun run = Replay(spec, {f, a, b}, 2 << 20);
  EXPECT_EQ(run.program.code, 0) << run.program.err;
  ASSERT_TRUE(run.repeat.array.has_value());
  ASSERT_EQ(run.repeat.array->caches.size(), 1u);
  const CacheResult& cache = run.repeat.array->caches[0];
  EXPECT_EQ(cache.block_bytes, 32u << 10);
  EXPECT_EQ(cache.blocks, 16u);
  EXPECT_GT(cache.read_hits, 0u);
  EXPECT_GT(cache.write_misses, 0u);
  EXPECT_GT(cache.written_back, 0u);
  EXPECT_GT(cache.dirty, 0u) << "at the end of the replay";
  EXPECT_EQ(*FileDigest(a), *FileDigest(b));
  const auto slow = ReadFile(a);
  ASSERT_THAT(slow, IsOk());
  EXPECT_EQ(std::count(slow->begin(), slow->end(), '\0') > (2 << 20) + (64 << 10), false)
      << "what was dirty has been written to it";
  EXPECT_THAT(run.program.out, HasSubstr("cache        16 blocks of 32 KiB; reads "));
}

TEST(ReplayArrayTest, ReadsThroughACacheWriteToItsFastMemberAndNeedConsentForIt) {
  const std::string f = Member("f.img"), s = Member("s.img");
  const std::string before = *FileDigest(s);
  const std::string spec = absl::StrCat("cache(fast=", f, ",slow=", s, ")");
  const std::vector<std::string> arguments = {"replay",      Trace(kBytes), "--target", spec,
                                              "--read-only", "--mode",      "afap"};
  ProgramRun run = RunIoreel(arguments);
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr(absl::StrCat("will not write to ", f)));
  std::vector<std::string> consented = arguments;
  consented.insert(consented.end(), {"--overwrite", f});
  run = RunIoreel(consented);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(*FileDigest(s), before);
}

TEST(ReplayArrayTest, EachMemberNeedsConsentAndNothingIsWrittenWithout) {
  const std::string a = Member("a.img"), b = Member("b.img");
  const std::string spec = absl::StrCat("raid1(", a, ",", b, ")");
  const std::string before = *FileDigest(a);
  ProgramRun run = RunIoreel({"replay", Trace(kBytes), "--target", spec});
  EXPECT_THAT(run.err, AllOf(HasSubstr(absl::StrCat("will not write to ", a)),
                             HasSubstr(absl::StrCat(". Refused, too: ", b))));
  run = RunIoreel({"replay", Trace(kBytes), "--target", spec, "--overwrite", a});
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, AllOf(HasSubstr(absl::StrCat("will not write to ", b)),
                             HasSubstr("nothing was written")));
  EXPECT_EQ(*FileDigest(a), before);
}

TEST(ReplayArrayTest, CreateMakesPrimesAndKnowsAllFilesOfAnArray) {
  const std::string folder = ScratchPath("new");
  std::filesystem::create_directory(folder);
  const std::string spec = absl::StrCat("cache(fast=", folder, "/f,size=1m,slow=raid5(chunk=64k,",
                                        folder, "/a,", folder, "/b,", folder, "/c))");
  std::vector<std::string> arguments = {"replay", Trace(5 << 20), "--target", spec,
                                        "--mode", "afap",         "--create", "auto"};
  std::vector<std::string> dry = arguments;
  dry.push_back("--dry-run");
  ProgramRun run = RunIoreel(dry);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr(absl::StrCat("member 3     ", folder, "/c (file), 3 MiB")));
  EXPECT_TRUE(std::filesystem::is_empty(folder));

  run = RunIoreel(arguments);
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("priming      "));
  EXPECT_TRUE(Holes(folder + "/f", 0, 1 << 20).empty()) << "what the cache uses of it is there";
  EXPECT_FALSE(Holes(folder + "/f", 1 << 20, 2 << 20).empty()) << "and no more";
  for (const char* name : {"/f", "/a", "/b", "/c"}) {
    EXPECT_EQ(std::filesystem::file_size(folder + name), 3u << 20) << name;
  }
  EXPECT_EQ(RunIoreel(arguments).code, 1) << "they exist";

  arguments.resize(arguments.size() - 2);
  run = RunIoreel(arguments);
  EXPECT_EQ(run.code, 0) << "files that ioreel made need no consent: " << run.err;
  EXPECT_THAT(run.out, HasSubstr("primed       the target holds data"));

  std::filesystem::remove(folder + "/b");
  arguments.insert(arguments.end(), {"--create", "auto"});
  run = RunIoreel(arguments);
  EXPECT_EQ(run.code, 1);
  EXPECT_THAT(run.err, HasSubstr("exists, and --create makes new files only"));
  EXPECT_FALSE(std::filesystem::exists(folder + "/b"));
}

TEST(ReplayArrayTest, WhatCannotBeAMemberIsPointedAt) {
  const std::string a = Member("a.img");
  const std::string link = ScratchPath("link.img");
  std::filesystem::remove(link);
  std::filesystem::create_symlink(a, link);
  const auto error = [](const std::string& spec) {
    const ProgramRun run = RunIoreel({"replay", Trace(kBytes), "--target", spec});
    EXPECT_EQ(run.code, 1) << spec;
    return run.err;
  };
  EXPECT_THAT(
      error(absl::StrCat("concat(", a, ",", Member("small.img", 511), ")")),
      testing::ContainsRegex("--target: column [0-9]+: .*small.img has 511 bytes, less than "
                             "a block of "));
  EXPECT_THAT(error(absl::StrCat("raid1(", a, ",", link, ")")),
              HasSubstr(absl::StrCat("column ", 8 + a.size(), ": ", link, " is the same as ", a)));
  EXPECT_THAT(error(absl::StrCat("raid1(/no/such,", a, ")")),
              HasSubstr("column 7: /no/such does not exist"));
}

}  // namespace
}  // namespace ioreel
