#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/load.h"
#include "formats/registry.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/matchers.h"
#include "tests/support/shared_files.h"
#include "tests/support/whole_trace.h"

/// Texts of kernel events, and biosnoop's, as traces.

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr char kSmall[] =
    "8,0 0 1 0.000001000 7 Q W 8 + 8 [dd]\n"
    "8,0 0 2 0.000002000 7 D W 8 + 8 [dd]\n"
    "8,0 1 1 0.000009000 0 C W 8 + 8 [0]\n";

TEST(KernelTextTest, EventsBecomeIosAndRequests) {
  ImportLog log;
  const auto trace = ReadText("blkparse", kSmall, {}, &log);
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 1u);
  EXPECT_EQ(trace->rows.queued[0].queue_ns, 0);
  EXPECT_EQ(trace->rows.queued[0].issue_ns, 1000);
  EXPECT_EQ(trace->rows.queued[0].complete_ns, 8000);
  EXPECT_EQ(trace->rows.requests.size(), 1u);
  EXPECT_EQ(trace->info.start_clock_ns, 1000);
  EXPECT_EQ(trace->info.clock_resolution_ns, 1);
  EXPECT_EQ(trace->info.devices[0].name, "8:0");
  EXPECT_EQ(trace->info.tasks[0].name, "dd");
  EXPECT_EQ(trace->info.tasks[0].tid, 7);
  EXPECT_TRUE(log.entries().empty());
}

TEST(KernelTextTest, LossesInARowAreOneThatDoesNotWrap) {
  const std::string most = "CPU:1 [LOST 18446744073709551615 EVENTS]\n";
  const std::string event = " 1.5: block:block_bio_queue: 8,0 WS 0 + 8 [fio]\n";
  const auto trace = ReadText("block-events", "fio 1 [001]" + event + most + most +
                                                  "[3 EVENTS DROPPED]\nfio 1 [001]" + event);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.LostEvents(), ~uint64_t{0});
}

TEST(KernelTextTest, CrlfByteOrderMarkAndBlankLinesAreTaken) {
  const auto trace = ReadText("blkparse",
                              "\xef\xbb\xbf"
                              "8,0 0 1 0.000001 7 Q W 8 + 8 [dd]\r\n\r\n"
                              "8,0 0 1 0.000002 7 Q W 16 + 8 [dd]\r\n");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(trace->info.tasks[0].name, "dd");
  EXPECT_EQ(trace->info.clock_resolution_ns, 1000) << "as printed";
}

TEST(KernelTextTest, DisorderIsSortedClampedOrRefused) {
  const std::string text =
      "8,0 1 1 0.000009 0 C W 8 + 8 [0]\n"
      "8,0 0 1 0.000001 7 Q W 8 + 8 [dd]\n"
      "8,0 0 2 0.000002 7 D W 8 + 8 [dd]\n";
  ImportLog log;
  const auto sorted = ReadText("blkparse", text, {}, &log);
  ASSERT_THAT(sorted, IsOk());
  EXPECT_EQ(sorted->rows.queued[0].complete_ns, 8000);
  ASSERT_NE(FindEntry(log, "time_inversion"), nullptr);
  EXPECT_EQ(FindEntry(log, "time_inversion")->count, 2u);
  EXPECT_THAT(FindEntry(log, "time_inversion")->first_place, HasSubstr("line 2"));
  const auto clamped = ReadText("blkparse", text, {.time_order = TimeOrder::kClamp});
  ASSERT_THAT(clamped, IsOk());
  EXPECT_EQ(clamped->rows.queued[0].queue_ns, 8000);
  EXPECT_EQ(clamped->rows.queued[0].complete_ns, kNoTime);
  const auto refused = ReadText("blkparse", text, {.time_order = TimeOrder::kReject});
  EXPECT_THAT(refused.status().message(), HasSubstr("line 2"));
}

TEST(KernelTextTest, ABadLineIsAnErrorOrCounted) {
  const std::string text = std::string(kSmall) + "8,0 1 2 0.1 9 Q K 8 + 8 [dd]\n";
  EXPECT_THAT(ReadText("blkparse", text).status().message(), HasSubstr("line 4"));
  ImportLog log;
  ASSERT_THAT(ReadText("blkparse", text, {.tolerant = true}, &log), IsOk());
  EXPECT_EQ(FindEntry(log, "bad_line")->count, 1u);
}

TEST(KernelTextTest, WhatIsNoEventIsCounted) {
  ImportLog log;
  ASSERT_THAT(ReadText("blkparse", std::string(kSmall) + "CPU0 (sda):\n Reads: 1\n", {}, &log),
              IsOk());
  EXPECT_EQ(FindEntry(log, "other_text")->count, 2u);
  EXPECT_THAT(FindEntry(log, "other_text")->first_place, HasSubstr("line 4"));
}

TEST(KernelTextTest, CompletionsAloneStandAtTheirTime) {
  ImportLog log;
  const auto trace = ReadText("blkparse",
                              "8,0 1 1 0.000001 0 C WS 8 + 8 [0]\n"
                              "8,0 1 2 0.000003 0 C R 16 + 8 [0]\n",
                              {}, &log);
  ASSERT_THAT(trace, IsOk());
  ASSERT_EQ(trace->rows.queued.size(), 2u);
  EXPECT_EQ(trace->rows.queued[1].queue_ns, 2000);
  EXPECT_EQ(trace->rows.queued[1].complete_ns, kNoTime);
  EXPECT_EQ(trace->rows.queued[0].flags, kSync | kInventedTime);
  EXPECT_EQ(trace->info.stage_events.at("C"), 2u);
  EXPECT_EQ(trace->info.stage_events.count("Q"), 0u);
  EXPECT_EQ(FindEntry(log, "completions_only")->count, 2u);
  EXPECT_EQ(FindEntry(log, "unfinished"), nullptr);
}

TEST(KernelTextTest, NothingPairsAcrossALoss) {
  ImportLog log;
  const auto trace = ReadText("block-events",
                              "dd-7 [000] 1.000001: block_rq_issue: 8,0 R 4096 () 8 + 8 [dd]\n"
                              "CPU:0 [LOST 12 EVENTS]\n"
                              "dd-7 [000] 1.000009: block_rq_complete: 8,0 R () 8 + 8 [0]\n",
                              {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.requests[0].complete_ns, kNoTime);
  ASSERT_EQ(trace->info.losses.size(), 1u);
  EXPECT_EQ(trace->info.losses[0].events, 12u);
  EXPECT_EQ(trace->info.losses[0].to_ns, 8000);
  EXPECT_TRUE(trace->info.tainted);
}

/// A reader of trace_pipe that begins late sees such a line first, in front of text or of records.
TEST(KernelTextTest, ATextThatBeginsWithALossIsNotTakenForRecords) {
  const std::string lost = "CPU:1 [LOST 12 EVENTS]\nCPU:0 [LOST EVENTS]\n";
  const auto claims = [&lost](const std::string& behind) {
    std::vector<std::string> names;
    for (const Format* format : AllFormats()) {
      if (format->Sniff(lost + behind, "x")) names.emplace_back(format->name());
    }
    return names;
  };
  EXPECT_THAT(claims(kSmall), ElementsAre("blkparse"));
  EXPECT_THAT(claims("dd-7 [000] 1.000001: block_rq_issue: 8,0 R 4096 () 8 + 8 [dd]\n"),
              ElementsAre("block-events"));
  EXPECT_THAT(claims(std::string(16, '\0') + BlktraceBytes{}.Encode()), ElementsAre("blktrace"));
}

TEST(KernelTextTest, RecordsThatBlkparseSkippedTaint) {
  ImportLog log;
  const auto trace =
      ReadText("blkparse", std::string(kSmall) + "Skips: 3 forward (120 -   1.2%)\n", {}, &log);
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->rows.queued[0].complete_ns, 8000) << "paired before";
  EXPECT_EQ(trace->info.LostEvents(), 120u);
  EXPECT_TRUE(trace->info.tainted);
  EXPECT_EQ(FindEntry(log, "lost_events")->count, 120u);
}

TEST(KernelTextTest, PlugsAreCountedThoughTheyHaveNoDevice) {
  const auto trace = ReadText("block-events",
                              "dd 7 [000] 1.000000001: block:block_plug: [dd]\n"
                              "dd 7 [000] 1.000000002: block:block_bio_queue: 8,0 R 8 + 8 [dd]\n");
  ASSERT_THAT(trace, IsOk());
  EXPECT_EQ(trace->info.stage_events.at("P"), 1u);
  EXPECT_EQ(trace->info.devices.size(), 1u);
  EXPECT_EQ(trace->rows.queued[0].queue_ns, 1);
}

TEST(KernelTextTest, ATextWithoutIosSaysWhatItHolds) {
  EXPECT_THAT(
      ReadText("block-events", "dd-7 [000] 1.5: sched_waking: comm=dd\n").status().message(),
      HasSubstr("1 other events in 1 lines"));
  EXPECT_THAT(ReadText("blkparse", "8,0 0 1 0.5 7 I W 8 + 8 [dd]\n").status().message(),
              HasSubstr("it holds 1 I in 1 lines"));
  EXPECT_THAT(ReadText("blkparse", "hello\n").status().message(), HasSubstr("no events"));
}

constexpr char kHeading[] =
    "TIME(s)     COMM           PID    DISK    T SECTOR     BYTES   LAT(ms)\n";

TEST(BiosnoopTest, LatencyLeadsFromTheCompletionToTheIssue) {
  ImportLog log;
  const auto trace =
      ReadText("biosnoop",
               std::string("Tracing...\n") + kHeading +
                   "0.000004    tmux: server   1950   xvda1   W 13092560   4096       0.74\n"
                   "1.000000    dd             1951   xvda1   R 8          512        1.00\n",
               {}, &log);
  ASSERT_THAT(trace, IsOk());
  const auto& rows = trace->rows.queued;
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].queue_ns, 0);
  EXPECT_EQ(rows[0].issue_ns, 0);
  EXPECT_EQ(rows[0].complete_ns, 740'000);
  EXPECT_EQ(rows[0].offset, 13092560ull * 512);
  EXPECT_EQ(rows[1].complete_ns - rows[1].issue_ns, 1'000'000);
  EXPECT_EQ(trace->info.tasks[rows[0].task].name, "tmux: server");
  EXPECT_EQ(FindEntry(log, "other_text")->count, 1u);
}

TEST(BiosnoopTest, ColumnsAreThoseOfTheHeading) {
  const auto trace =
      ReadText("biosnoop",
               "TIME(s)     COMM           PID    DISK      T SECTOR     BYTES  P QUE(ms) LAT(ms)\n"
               "0.500000    dd             7      nvme0n1   W 16         4096   R    0.25    1.50\n"
               "0.600000    dd             7      nvme0n1   W 16         1048576S    0.25    1.50\n"
               "0.700000                   7      nvme0n1   FF 18446744073709551615 0      ?    "
               "0.00    0.10\n");
  ASSERT_THAT(trace, IsOk());
  const auto& rows = trace->rows.queued;
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].queue_ns, 498'250'000);
  EXPECT_EQ(rows[0].issue_ns, 498'500'000);
  EXPECT_EQ(rows[1].length, 1u << 20);
  EXPECT_EQ(rows[2].op, Op::kFlush);
}

TEST(BiosnoopTest, BadRowsSayWhatIsWrong) {
  const auto error = [](absl::string_view row) {
    return std::string(
        ReadText("biosnoop", std::string(kHeading) + std::string(row)).status().message());
  };
  EXPECT_THAT(error("0.5 dd 7 sda W 8\n"), HasSubstr("6 words under a heading of 8"));
  EXPECT_THAT(error("0.5 dd 7 sda K 8 512 0.1\n"), HasSubstr("operation"));
  EXPECT_THAT(error("0.5 dd 7 sda W -8 512 0.1\n"), HasSubstr("sector"));
  EXPECT_THAT(error("0.5 dd 7 sda W 8 512 x\n"), HasSubstr("latency"));
  EXPECT_THAT(error("0.5 dd 7 sda W 8 512 9000000000000\n"), HasSubstr("decades"));
  EXPECT_THAT(error("nothing\n"), HasSubstr("holds no I/O"));
}

TEST(BiosnoopTest, TheHandedOutputsInProse) {
  SKIP_WITHOUT_SHARED(path, "traces/other/bcc_biosnoop_example.txt");
  ImportLog log;
  auto reader = OpenTrace({path}, "", {}, &log);
  ASSERT_THAT(reader, IsOk());
  const auto trace = ReadWhole(**reader);
  ASSERT_THAT(trace, IsOk());
  uint64_t bytes = 0;
  for (const QueuedIo& io : trace->rows.queued) bytes += io.length;
  EXPECT_EQ(trace->rows.queued.size(), 21u);
  EXPECT_EQ(bytes, 176'128u);
  EXPECT_EQ(trace->info.devices.size(), 4u);
  EXPECT_EQ(FindEntry(log, "several_runs")->count, 1u);
}

TEST(NotATraceTest, RecordingsOfOtherToolsNameTheCommandThatPrintsThem) {
  SKIP_WITHOUT_SHARED(perf, "traces/other/perf_sleep.data");
  ImportLog log;
  EXPECT_THAT(OpenTrace({perf}, "", {}, &log).status().message(), HasSubstr("--show-lost-events"));
  const std::string dat = SharedFile("traces/other/trappy_trace_long4.dat.zst");
  EXPECT_THAT(OpenTrace({dat}, "", {}, &log).status().message(),
              HasSubstr("`trace-cmd report -t -i FILE |"));
}

}  // namespace
}  // namespace ioreel
