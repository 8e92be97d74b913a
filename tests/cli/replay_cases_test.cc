#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <random>

#include "absl/strings/str_cat.h"
#include "formats/import_log.h"
#include "formats/load.h"
#include "formats/result/result_file.h"
#include "tests/support/matchers.h"
#include "tests/support/run_ioreel.h"
#include "tests/support/scratch.h"

/// Rows of cases.md as a user meets them: each test is named after its row.

namespace ioreel {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kHeader[] = "queue_ns,complete_ns,op,offset_bytes,length_bytes,device,tid\n";

/// A replay on a new file, of which `path` is the trace.
ProgramRun Replay(const std::string& path, std::vector<std::string> more) {
  std::vector<std::string> arguments = {
      "replay",   path,   "--target", FreshScratchPath("target"),
      "--create", "auto", "-o",       FreshScratchPath("out.json")};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return RunIoreel(arguments);
}

RunResult Result() {
  const auto result = ReadRunResult(ScratchPath("out.json"));
  EXPECT_THAT(result, IsOk());
  return result.ok() && !result->repeats.empty() ? *result : RunResult{.repeats = {{}}};
}

std::vector<QueuedIo> Rows(const std::string& path) {
  ImportLog log;
  const auto reader = OpenTrace({path}, "", {}, &log);
  EXPECT_THAT(reader, IsOk());
  std::vector<QueuedIo> rows;
  TraceChunk chunk;
  while (reader.ok() && *(*reader)->Read(&chunk)) {
    rows.insert(rows.end(), chunk.queued.begin(), chunk.queued.end());
  }
  return rows;
}

/// Poisson arrivals, `per_second`, with stamps to the nanosecond.
std::string PoissonTrace(int count, double per_second) {
  std::mt19937_64 random(1);
  std::exponential_distribution<double> gap_s(per_second);
  std::string text = kHeader;
  int64_t now_ns = 0;
  for (int i = 0; i < count; ++i) {
    absl::StrAppend(&text, now_ns, ",", now_ns + 50'000, i % 3 ? ",read," : ",write,",
                    random() % 256 * 4096, ",4096,sda,", random() % 4, "\n");
    now_ns += 1 + static_cast<int64_t>(gap_s(random) * 1e9);
  }
  return ScratchFile("poisson.csv", text);
}

TEST(ReplayCases, T1T2TwentyThousandPoissonStampsAreMetToTheNanosecond) {
  const std::string trace = PoissonTrace(20'000, 2'000),
                    samples = FreshScratchPath("samples.ioreel");
  const ProgramRun run =
      Replay(trace, {"--mode", "timed", "--engine", "sim", "--samples", samples});
  ASSERT_EQ(run.code, 0) << run.err;
  const std::vector<QueuedIo> recorded = Rows(trace), replayed = Rows(samples);
  ASSERT_EQ(recorded.size(), 20'000u);
  ASSERT_EQ(replayed.size(), recorded.size());
  for (size_t i = 0; i < recorded.size(); ++i) {
    ASSERT_EQ(replayed[i].queue_ns, recorded[i].queue_ns) << i;
    ASSERT_EQ(replayed[i].offset, recorded[i].offset) << i;
  }
  const Fidelity fidelity = Result().repeats[0].fidelity;
  EXPECT_EQ(fidelity.drift_ns, 0);
  EXPECT_EQ(fidelity.late, 0u);
}

// Recording what a replay does and replaying that changes nothing any more.
TEST(ReplayCases, T3WhatAReplayDidReplaysToItself) {
  const std::string first = FreshScratchPath("first.ioreel"),
                    second = FreshScratchPath("second.ioreel");
  const std::vector<std::string> timed = {"--mode", "timed", "--engine", "sim", "--samples"};
  const auto with = [&](std::vector<std::string> arguments, const std::string& samples) {
    arguments.push_back(samples);
    return arguments;
  };
  ASSERT_EQ(Replay(PoissonTrace(2'000, 50'000), with(timed, first)).code, 0);
  ASSERT_EQ(Replay(first, with(timed, second)).code, 0);
  const std::vector<QueuedIo> once = Rows(first), twice = Rows(second);
  ASSERT_EQ(once.size(), 2'000u);
  ASSERT_EQ(twice.size(), once.size());
  const int64_t zero_ns = once.front().issue_ns;
  for (size_t i = 0; i < once.size(); ++i) {
    ASSERT_EQ(twice[i].issue_ns, once[i].issue_ns - zero_ns) << i;
    ASSERT_EQ(twice[i].op, once[i].op) << i;
    ASSERT_EQ(twice[i].offset, once[i].offset) << i;
  }
}

TEST(ReplayCases, T4ABackwardsStampIsNamedAndSortedOnlyOnRequest) {
  const std::string trace = ScratchFile("back.iolog",
                                        "fio version 3 iolog\n"
                                        "1000 /dev/sda read 0 4096\n"
                                        "3000 /dev/sda read 4096 4096\n"
                                        "2000 /dev/sda read 8192 4096\n"
                                        "4000 /dev/sda read 12288 4096\n");
  const ProgramRun rejected = Replay(trace, {"--engine", "sim", "--mode", "timed"});
  EXPECT_EQ(rejected.code, 1);
  EXPECT_THAT(rejected.err,
              AllOf(HasSubstr("line 4: time goes backwards"), HasSubstr("--time-order sort")));
  const std::string samples = FreshScratchPath("samples.ioreel");
  const ProgramRun sorted = Replay(
      trace, {"--engine", "sim", "--mode", "timed", "--time-order", "sort", "--samples", samples});
  EXPECT_EQ(sorted.code, 0) << sorted.err;
  EXPECT_THAT(sorted.err, HasSubstr("line 4"));
  std::vector<std::pair<int64_t, uint64_t>> seen;
  for (const QueuedIo& io : Rows(samples)) seen.emplace_back(io.queue_ns, io.offset);
  EXPECT_THAT(seen, ElementsAre(std::pair(0, 0), std::pair(1'000'000, 8192),
                                std::pair(2'000'000, 4096), std::pair(3'000'000, 12288)));
}

// Times read in the wrong unit show in the rate and the expected span, before anything starts.
TEST(ReplayCases, T5ThePlanTellsRateAndSpan) {
  const std::string trace =
      ScratchFile("unit.csv", absl::StrCat(kHeader,
                                           "0,1000,read,0,4096,sda,1\n"
                                           "3600000000000,3600000001000,read,0,4096,sda,1\n"));
  const ProgramRun run = Replay(trace, {"--dry-run", "--mode", "timed"});
  EXPECT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out,
              AllOf(HasSubstr("2 I/Os at queue level in 3600.000 s"),
                    HasSubstr("(0.000556 a second)"), HasSubstr("expected to take 3600.000 s")));
}

TEST(ReplayCases, T6WaitIsWhatFioExecutes) {
  const std::string trace = ScratchFile("wait.iolog",
                                        "fio version 2 iolog\n/dev/sda add\n/dev/sda open\n"
                                        "/dev/sda wait 500 0\n/dev/sda read 0 4096\n"
                                        "/dev/sda wait 700 0\n/dev/sda read 4096 4096\n");
  std::vector<int64_t> times;
  for (const QueuedIo& io : Rows(trace)) times.push_back(io.queue_ns);
  EXPECT_THAT(times, ElementsAre(500'000'000, 700'000'000));
  const ProgramRun run = Replay(trace, {"--mode", "timed", "--engine", "sim"});
  EXPECT_THAT(run.err, HasSubstr("--wait-unit us"));
  EXPECT_EQ(Result().repeats[0].completion_ns, 200'000'000 + 100'000);
}

// A read, a write that flushes first and goes through the cache, a write, a flush.
TEST(ReplayCases, O1APreflushWriteIsNoBareFlush) {
  const std::string trace =
      ScratchFile("flush.csv",
                  "queue_ns,complete_ns,op,offset_bytes,length_bytes,flags\n"
                  "0,1000,read,0,4096,\n2000,3000,write,4096,8192,sync|fua|preflush\n"
                  "4000,5000,write,16384,4096,\n6000,7000,flush,0,0,\n");
  const std::string samples = FreshScratchPath("samples.ioreel");
  const ProgramRun run = Replay(trace, {"--samples", samples, "--max-lag", "10s"});
  ASSERT_EQ(run.code, 0) << run.err;
  std::map<Op, std::pair<uint64_t, uint64_t>> counts;
  const RunResult result = Result();
  for (const OpSummary& op : result.repeats[0].ops) counts[op.op] = {op.count, op.bytes};
  EXPECT_EQ(counts[Op::kWrite], std::pair(uint64_t{2}, uint64_t{12'288}));
  EXPECT_EQ(counts[Op::kFlush], std::pair(uint64_t{1}, uint64_t{0}));
  int through = 0, preflushes = 0;
  for (const QueuedIo& io : Rows(samples)) {
    through += (io.flags & kFua) != 0;
    preflushes += (io.flags & kPreflush) != 0;
  }
  EXPECT_EQ(through, 1);
  EXPECT_EQ(preflushes, 1);
}

TEST(ReplayCases, O2AMergedPairIsTwoIosOrOneByLevel) {
  const std::string requests =
      "8,0 0 4 0.000003000 10 D R 0 + 16 [app]\n8,0 0 5 0.000100000 0 C R 0 + 16 [0]\n";
  const std::string both = ScratchFile("both.txt",
                                       "8,0 0 1 0.000000000 10 Q R 0 + 8 [app]\n"
                                       "8,0 0 2 0.000001000 10 Q R 8 + 8 [app]\n"
                                       "8,0 0 3 0.000002000 10 M R 8 + 8 [app]\n" +
                                           requests);
  EXPECT_THAT(Replay(both, {"--dry-run", "--level", "queue"}).out,
              HasSubstr("2 I/Os at queue level in 1 µs (2,000,000 a second): 2 read (8 KiB)"));
  EXPECT_THAT(Replay(both, {"--dry-run", "--level", "issue"}).out,
              HasSubstr("1 I/O at issue level: 1 read (8 KiB)"));
  const ProgramRun only = Replay(ScratchFile("only.txt", requests), {"--engine", "sim"});
  EXPECT_EQ(only.code, 0) << only.err;
  EXPECT_EQ(Result().repeats[0].read_bytes, 8192u);
}

TEST(ReplayCases, O4AHugeDiscardAtADeepQueueNeedsNoMemory) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  GTEST_SKIP() << "sanitizers need memory of their own";
#endif
  const std::string trace =
      ScratchFile("discard.csv", absl::StrCat(kHeader, "0,100,discard,0,4294967296,sda,1\n"));
  const ProgramRun run = Replay(trace, {"--depth", "1024", "--max-lag", "10s"});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_LT(run.max_rss_kib, 64 * 1024);
  EXPECT_EQ(Result().repeats[0].ops.at(0).bytes, uint64_t{4} << 30);
}

TEST(ReplayCases, O5LengthsAndOffsetsHave64Bits) {
  const std::string trace =
      ScratchFile("long.csv", absl::StrCat(kHeader, "0,100,discard,5368709120,6442451456,sda,1\n",
                                           "1000,1100,read,4611686018427383808,4096,sda,1\n"));
  const std::string samples = FreshScratchPath("samples.ioreel");
  const ProgramRun run = Replay(trace, {"--engine", "sim", "--samples", samples});
  ASSERT_EQ(run.code, 1) << "no file is that large";
  EXPECT_THAT(run.err, HasSubstr("4611686018427387904 bytes can be made"));
  const ProgramRun compact =
      Replay(trace, {"--engine", "sim", "--samples", samples, "--fit", "compact"});
  ASSERT_EQ(compact.code, 0) << compact.err;
  std::vector<std::pair<uint64_t, uint64_t>> places;
  for (const QueuedIo& io : Rows(samples)) places.emplace_back(io.offset, io.length);
  EXPECT_THAT(places, ElementsAre(std::pair(0, 6442451456), std::pair(6442455040, 4096)));
}

// Sequential stays sequential, and what was apart by a gap becomes neighbours.
TEST(ReplayCases, M4CompactKeepsOrderAndAdjacency) {
  std::string text = kHeader;
  int64_t now_ns = 0;
  for (const uint64_t base : {uint64_t{1} << 40, uint64_t{1} << 30}) {
    for (uint64_t i = 0; i < 8; ++i, now_ns += 1000) {
      absl::StrAppend(&text, now_ns, ",", now_ns + 500, ",read,", base + i * 8192, ",8192,sda,1\n");
    }
  }
  const std::string samples = FreshScratchPath("samples.ioreel");
  const ProgramRun run = Replay(ScratchFile("far.csv", text),
                                {"--fit", "compact", "--engine", "sim", "--samples", samples});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_THAT(run.out, HasSubstr("changed      16 I/Os, 128 KiB: moved into the target"));
  const std::vector<QueuedIo> rows = Rows(samples);
  ASSERT_EQ(rows.size(), 16u);
  for (uint64_t i = 0; i < 8; ++i) {
    EXPECT_EQ(rows[i].offset, 65536 + i * 8192) << "the higher one stays the higher one";
    EXPECT_EQ(rows[8 + i].offset, i * 8192);
  }
}

}  // namespace
}  // namespace ioreel
