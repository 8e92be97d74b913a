#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "absl/strings/str_cat.h"
#include "formats/kernel_text/line.h"
#include "formats/kernel_text/lost_line.h"
#include "formats/kernel_text/rwbs.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::HasSubstr;
using Kind = KernelLine::Kind;

KernelLine Blkparse(absl::string_view text) {
  KernelLine line;
  EXPECT_THAT(ParseBlkparseLine(text, &line), IsOk()) << text;
  return line;
}

KernelLine Tracepoint(absl::string_view text) {
  KernelLine line;
  EXPECT_THAT(ParseTracepointLine(text, &line), IsOk()) << text;
  return line;
}

std::string BlkparseError(absl::string_view text) {
  KernelLine line;
  return std::string(ParseBlkparseLine(text, &line).message());
}

std::string TracepointError(absl::string_view text) {
  KernelLine line;
  return std::string(ParseTracepointLine(text, &line).message());
}

TEST(RwbsTest, LettersHaveTheirMeaningByPlace) {
  struct Case {
    absl::string_view letters;
    uint64_t length;
    Op op;
    IoFlags flags;
  };
  for (const Case& c :
       std::initializer_list<Case>{{"R", 8, Op::kRead, 0},
                                   {"RAM", 8, Op::kRead, kReadahead | kMeta},
                                   {"WS", 8, Op::kWrite, kSync},
                                   {"WFS", 8, Op::kWrite, kFua | kSync},
                                   {"FWFSM", 8, Op::kWrite, kPreflush | kFua | kSync | kMeta},
                                   {"WSU", 8, Op::kWrite, kSync},
                                   {"FWS", 0, Op::kFlush, kPreflush | kSync},
                                   {"FN", 0, Op::kFlush, 0},
                                   {"FF", 0, Op::kFlush, 0},
                                   {"F", 0, Op::kFlush, 0},
                                   {"FS", 0, Op::kFlush, kSync},
                                   {"DS", 8, Op::kDiscard, kSync},
                                   {"DE", 8, Op::kSecureErase, 0},
                                   {"NS", 8, Op::kWriteZeroes, kSync},
                                   {"WZ", 8, Op::kWriteZeroes, 0},
                                   {"N", 0, Op::kPassthrough, 0},
                                   {"ZR", 8, Op::kZoneReset, 0},
                                   {"ZRA", 8, Op::kZoneResetAll, 0},
                                   {"ZAS", 8, Op::kZoneAppend, kSync}}) {
    const auto rwbs = ParseRwbs(c.letters, c.length);
    ASSERT_TRUE(rwbs.has_value()) << c.letters;
    EXPECT_EQ(rwbs->op, c.op) << c.letters;
    EXPECT_EQ(rwbs->flags, c.flags) << c.letters;
  }
  for (absl::string_view none : {"", "S", "X", "WX", "Z", "RR", "ws"})
    EXPECT_FALSE(ParseRwbs(none, 8).has_value()) << none;
}

TEST(BlkparseLineTest, AQueuedWrite) {
  const KernelLine line =
      Blkparse("8,16   3        5     1.000011204   697  Q  WS 223490 + 8 [a b]");
  EXPECT_EQ(line.kind, Kind::kEvent);
  EXPECT_EQ(line.raw.major, 8u);
  EXPECT_EQ(line.raw.minor, 16u);
  EXPECT_EQ(line.raw.tid, 697);
  EXPECT_EQ(line.comm, "a b");
  EXPECT_EQ(line.raw.event.cpu, 3);
  EXPECT_EQ(line.raw.event.time_ns, 1'000'011'204);
  EXPECT_EQ(line.raw.event.offset, 223490u * 512);
  EXPECT_EQ(line.raw.event.length, 4096u);
  EXPECT_EQ(line.raw.event.op, Op::kWrite);
  EXPECT_EQ(line.raw.event.flags, kSync);
}

TEST(BlkparseLineTest, TheSequenceMayBeMissingAndElapsedTimesMayStandThere) {
  const KernelLine classic = Blkparse("7,0    0   618.305105707 17527  D  WS 8 + 16 [dd]");
  EXPECT_EQ(classic.raw.event.time_ns, 618'305'105'707);
  EXPECT_EQ(classic.raw.event.offset, 4096u);
  const KernelLine elapsed = Blkparse("7,0 0 5 0.1 0  C  WS 8 + 16 (   12345) [-5]");
  EXPECT_EQ(elapsed.raw.event.length, 8192u);
  EXPECT_EQ(elapsed.raw.event.error, 5);
  const KernelLine flush = Blkparse("7,0 0 5 0.1 7  D  FN (   12345) [kworker/0:1H]");
  EXPECT_EQ(flush.raw.event.op, Op::kFlush);
  EXPECT_EQ(flush.comm, "kworker/0:1H");
}

TEST(BlkparseLineTest, ErrorsAreThoseOfAnUnsignedShort) {
  EXPECT_EQ(Blkparse("8,0 1 2 0.5 0 C R 8 + 8 [65531]").raw.event.error, 5);
  EXPECT_EQ(Blkparse("8,0 1 2 0.5 0 C R 8 + 8 [0]").raw.event.error, 0);
  EXPECT_THAT(BlkparseError("8,0 1 2 0.5 0 C R 8 + 8 [x]"), HasSubstr("error"));
}

TEST(BlkparseLineTest, NumbersThatCannotBeAreErrors) {
  EXPECT_THAT(BlkparseError("8,0 1 2 0.5 7 Q WS 8 + -8 [dd]"), HasSubstr("how many sectors"));
  EXPECT_THAT(BlkparseError("99999,99999999 1 2 0.5 7 Q WS 8 + 8 [dd]"), HasSubstr("device"));
  EXPECT_THAT(BlkparseError("8,0 70000 2 0.5 7 Q WS 8 + 8 [dd]"), HasSubstr("above 65534"));
  for (absl::string_view tid : {"-7", "2147483648", "x"})
    EXPECT_THAT(BlkparseError(absl::StrCat("8,0 1 2 0.5 ", tid, " Q WS 8 + 8 [dd]")),
                HasSubstr("process id"));
  EXPECT_EQ(Blkparse("8,0 1 2 0.5 4294967295 Q WS 8 + 8 [dd]").raw.tid, -1) << "as it is printed";
  EXPECT_EQ(Blkparse("8,0 99999999999999999999 lines").kind, Kind::kOther);
  EXPECT_EQ(Blkparse("99999 lines, 8,0 among them").kind, Kind::kOther);
}

TEST(BlkparseLineTest, WithoutSectorsItIsACommandOrOfNoBytes) {
  const KernelLine issued = Blkparse("8,0 1 2 0.5 7 D R 36 (12 00 00 00 24 00 ..) [udevd]");
  EXPECT_EQ(issued.raw.event.op, Op::kPassthrough);
  EXPECT_EQ(issued.raw.event.length, 36u);
  EXPECT_EQ(issued.comm, "udevd");
  EXPECT_EQ(Blkparse("8,0 1 2 0.5 7 D N 0 [udevd]").raw.event.op, Op::kPassthrough);
  EXPECT_EQ(Blkparse("8,0 1 2 0.5 7 I W 4294967295 [dd]").raw.event.length, 4294967295u);
  EXPECT_THAT(BlkparseError("8,0 1 2 0.5 7 D W 4294967296 [dd]"), HasSubstr("a command of more"));
  EXPECT_EQ(Blkparse("8,0 1 2 0.5 0 C R (12 00 ..) [0]").raw.event.op, Op::kPassthrough);
  EXPECT_EQ(Blkparse("8,0 1 2 0.5 0 C FN 0 [0]").raw.event.op, Op::kFlush);
  EXPECT_EQ(Blkparse("8,0 1 2 0.5 0 C FN 18446744073709551615 [0]").raw.event.offset, 0u);
  EXPECT_EQ(Blkparse("8,0 1 2 0.5 0 C N 0 [0]").raw.event.op, Op::kRead);
  EXPECT_EQ(Blkparse("8,0 1 2 0.5 9 P N [dd]").raw.event.stage, Stage::kPlugged);
  EXPECT_EQ(Blkparse("8,0 1 2 0.5 9 UT N [dd] 3").raw.event.stage, Stage::kTimerUnplug);
}

TEST(BlkparseLineTest, SplitsAndRemaps) {
  const StageEvent split = Blkparse("8,0 1 2 0.5 9 X R 100 / 108 [dd]").raw.event;
  EXPECT_EQ(split.stage, Stage::kSplit);
  EXPECT_EQ(split.offset, 51200u);
  EXPECT_EQ(split.extra, 108u * 512);
  const StageEvent remap = Blkparse("8,0 1 2 0.5 9 A WM 100 + 8 <- (8,1) 36").raw.event;
  EXPECT_EQ(remap.stage, Stage::kRemapped);
  EXPECT_EQ(remap.extra, 36u * 512);
  EXPECT_THAT(BlkparseError("8,0 1 2 0.5 9 A WM 100 + 8 <- 8,1 36"), HasSubstr("remap"));
}

TEST(BlkparseLineTest, WhatIsNoRecordIsOther) {
  for (absl::string_view text :
       {"CPU0 (8,33):", "Total (8,33):", "Reads Queued:           0,        0KiB",
        "Throughput (R/W): 0KiB/s / 0KiB/s", "Skips: 0 forward (0 -   0.0%)", "1,2 words follow"})
    EXPECT_EQ(Blkparse(text).kind, Kind::kOther) << text;
  EXPECT_EQ(Blkparse("8,0 0 0 0.000000000 0 m N cfq idle timer fired").kind, Kind::kOtherEvent);
}

TEST(BlkparseLineTest, ARecordThatGoesWrongSaysWhere) {
  EXPECT_THAT(BlkparseError("8,0 1 2 0.5x 9 Q R 8 + 8 [dd]"), HasSubstr("time"));
  EXPECT_THAT(BlkparseError("8,0 1 2 0.5 9 QQ R 8 + 8 [dd]"), HasSubstr("action"));
  EXPECT_THAT(BlkparseError("8,0 1 2 0.5 9 Q K 8 + 8 [dd]"), HasSubstr("operation"));
  EXPECT_THAT(BlkparseError("8,0 1 2 0.5 9 Q R 8 + 8"), HasSubstr("ends early"));
  EXPECT_THAT(BlkparseError("8,0 1 2 0.5 9 Q R 18446744073709551615 + 8 [dd]"),
              HasSubstr("sector"));
  EXPECT_THAT(BlkparseError("8,0 1 2 99999999999.5 9 Q R 8 + 8 [dd]"), HasSubstr("time"));
}

TEST(TracepointLineTest, EveryToolsPrefix) {
  struct Case {
    absl::string_view prefix, comm;
    int32_t tid;
  };
  for (const Case& c : std::initializer_list<Case>{
           {"fio 4711 [021] 1.5:", "fio", 4711},
           {"my fio 4700/4711 [021] 1.500000:          1 ", "my fio", 4711},
           {"fio-4711  [021] d... 1.500000:", "fio", 4711},
           {"my-fio 2-4711  ( 4700) [021] d..1. 1.500000000:", "my-fio 2", 4711},
           {"fio-4711  (-----) [021] 1.500000:", "fio", 4711},
           {"a [1] b-4711 [021] ..... 1.500000:", "a [1] b", 4711},
           {"<idle>-0 [021] dNh1. 1.500000:", "<idle>", 0},
           {"<...>-4711 [021] 1.5:", "", 4711}}) {
    for (absl::string_view event : {" block_rq_issue:", " block:block_rq_issue:"}) {
      const std::string text = std::string(c.prefix) + std::string(event) +
                               " 259,76 R 4096 () 16 + 8 0x2,0,4 [fio] ffff blk_mq ([k])";
      const KernelLine line = Tracepoint(text);
      ASSERT_EQ(line.kind, Kind::kEvent) << text;
      EXPECT_EQ(line.comm, c.comm) << text;
      EXPECT_EQ(line.raw.tid, c.tid) << text;
      EXPECT_EQ(line.raw.event.cpu, 21) << text;
      EXPECT_EQ(line.raw.event.time_ns, 1'500'000'000) << text;
      EXPECT_EQ(line.raw.event.stage, Stage::kIssued);
      EXPECT_EQ(line.raw.event.offset, 8192u);
      EXPECT_EQ(line.raw.event.length, 4096u);
      EXPECT_EQ(line.raw.minor, 76u);
    }
  }
}

TEST(TracepointLineTest, PerfMayLeaveTheCpuOut) {
  const KernelLine line =
      Tracepoint("my fio  4711 1.500000:    block:block_rq_issue: 259,76 R 4096 () 16 + 8 [fio]");
  EXPECT_EQ(line.kind, Kind::kEvent);
  EXPECT_EQ(line.comm, "my fio");
  EXPECT_EQ(line.raw.tid, 4711);
  EXPECT_EQ(line.raw.event.cpu, kNoCpu);
  EXPECT_EQ(line.raw.event.time_ns, 1'500'000'000);
}

TEST(TracepointLineTest, EveryPayload) {
  const auto event = [](absl::string_view text) {
    return Tracepoint("dd-1 [000] 1.000001: " + std::string(text)).raw.event;
  };
  EXPECT_EQ(event("block_bio_queue: 7,0 FWS 0 + 0 [dd]").op, Op::kFlush);
  EXPECT_EQ(event("block_rq_insert: 7,0 DS 1048576 () 2048 + 2048 [a (b) +]").length, 1u << 20);
  EXPECT_EQ(event("block_rq_issue: 7,0 N 36 (12 00 00) 0 + 0 [udevd]").op, Op::kPassthrough);
  EXPECT_EQ(event("block_rq_issue: 7,0 N 36 (12 00 00) 0 + 0 [udevd]").length, 36u);
  EXPECT_EQ(event("block_rq_complete: 7,0 N (12 00 00) 0 + 0 [0]").length, 0u) << "does not tell";
  EXPECT_EQ(event("block_rq_complete: 7,0 FF () 18446744073709551615 + 0 0x0,0,0 [0]").stage,
            Stage::kCompleted);
  EXPECT_EQ(event("block_rq_complete: 7,0 R (28 00) 8 + 8 be,0,4 [-5]").error, 5);
  EXPECT_EQ(event("block_bio_complete: 7,0 R 8 + 8 [-11]").error, 11);
  EXPECT_EQ(event("block_rq_requeue: 7,0 R () 8 + 8 [0]").stage, Stage::kRequeued);
  EXPECT_EQ(event("block_split: 7,0 R 8 / 16 [dd]").extra, 8192u);
  EXPECT_EQ(event("block_bio_remap: 7,0 R 100 + 8 <- (7,1) 36").extra, 36u * 512);
  EXPECT_EQ(event("block_rq_remap: 7,0 R 100 + 8 <- (7,1) 36 1").extra, 36u * 512);
  EXPECT_EQ(event("7,0 Q  WS 8 + 8 [dd]").length, 4096u) << "text of the blk tracer";
  EXPECT_FALSE(Tracepoint("dd-1 [000] 1.5: block_unplug: [dd] 1").has_device);
}

TEST(TracepointLineTest, OtherEventsProseAndLosses) {
  EXPECT_EQ(Tracepoint("dd-1 [000] 1.5: sched_waking: comm=dd").kind, Kind::kOtherEvent);
  EXPECT_EQ(Tracepoint("dd-1 [000] 1.5: block_rq_error: 7,0 R () 8 + 8 [-5]").kind,
            Kind::kOtherEvent);
  EXPECT_EQ(Tracepoint("dd-1 [000] d... 1.5: <stack trace>").kind, Kind::kOtherEvent);
  for (absl::string_view text : {"# tracer: nop", "=> blk_peek_request", "[...]", "cpus=2",
                                 "Tracing block:block_rq_issue. Ctrl-C to end."})
    EXPECT_EQ(Tracepoint(text).kind, Kind::kOther) << text;
  const KernelLine lost = Tracepoint("CPU:3 [LOST 12 EVENTS]");
  EXPECT_EQ(lost.kind, Kind::kLost);
  EXPECT_EQ(lost.raw.event.cpu, 3);
  EXPECT_EQ(lost.raw.event.length, 12u);
  EXPECT_EQ(ParseLostLine("CPU:3 [7 EVENTS DROPPED]")->events, 7u);
  EXPECT_EQ(ParseLostLine("CPU:3 [EVENTS DROPPED]")->events, 0u);
  EXPECT_EQ(ParseLostLine("CPU:3 [LOST -1 EVENTS]")->events, 0u) << "an unknown number";
  EXPECT_EQ(ParseLostLine("[12 EVENTS DROPPED]")->events, 12u);
  EXPECT_EQ(ParseLostLine("[12 EVENTS DROPPED]")->cpu, kNoCpu);
  EXPECT_EQ(ParseLostLine("[LOST EVENTS]")->cpu, kNoCpu);
  EXPECT_EQ(ParseLostLine("CPU:70000 [LOST 3 EVENTS]")->cpu, kNoCpu);
  EXPECT_EQ(ParseLostLine("CPU:70000 [LOST 3 EVENTS]")->events, 3u);
  for (absl::string_view prose : {"CPU:3", "[fio]", "CPU:3 [all EVENTS]", "LOST 3 EVENTS"})
    EXPECT_FALSE(ParseLostLine(prose).has_value()) << prose;
}

TEST(TracepointLineTest, PerfTellsItsLosses) {
  const KernelLine lost = Tracepoint("fio 4711 [002] 12.345678: PERF_RECORD_LOST lost 12");
  EXPECT_EQ(lost.kind, Kind::kLost);
  EXPECT_EQ(lost.raw.event.cpu, 2);
  EXPECT_EQ(lost.raw.event.length, 12u);
}

TEST(TracepointLineTest, EveryToolsWordForALossCounts) {
  for (const auto& [text, events] :
       {std::pair("fio 4711 [002] 12.345678: PERF_RECORD_LOST_SAMPLES lost 3", 3u),
        {"fio 4711 [002] 12.345678: PERF_RECORD_LOST_SAMPLES", 0u},
        {"Processed 1000 events and lost 5 chunks!", 0u},
        {"# entries-in-buffer/entries-written: 205/1205   #P:4", 1000u}}) {
    const KernelLine line = Tracepoint(text);
    EXPECT_EQ(line.kind, Kind::kLost) << text;
    EXPECT_EQ(line.raw.event.length, events) << text;
  }
  EXPECT_EQ(Tracepoint("# entries-in-buffer/entries-written: 205/205   #P:4").kind, Kind::kOther);
}

TEST(TracepointLineTest, NumbersThatCannotBeAreErrors) {
  EXPECT_THAT(TracepointError("fio 4711 [70000] 1.5: block:block_bio_queue: 8,0 WS 0 + 8 [fio]"),
              HasSubstr("above 65534"));
  EXPECT_THAT(TracepointError("fio 4711 [001] 1.5: block:block_rq_issue: 8,0 WS 8 () 0 + -8 [fio]"),
              HasSubstr("how many sectors"));
  EXPECT_EQ(Tracepoint("a [70000] 4711 [001] 1.5: block:block_bio_queue: 8,0 WS 0 + 8 [fio]").comm,
            "a [70000]");
}

TEST(BlkparseLineTest, SkippedRecordsAreLost) {
  const KernelLine lost = Blkparse("Skips: 3 forward (120 -   1.2%)");
  EXPECT_EQ(lost.kind, Kind::kLost);
  EXPECT_EQ(lost.raw.event.cpu, kNoCpu);
  EXPECT_EQ(lost.raw.event.length, 120u);
}

TEST(TracepointLineTest, AnEventThatGoesWrongSaysWhere) {
  EXPECT_THAT(TracepointError("dd-1 [0] 1.5: block_bio_queue: sda R 8 + 8 [dd]"),
              HasSubstr("device"));
  EXPECT_THAT(TracepointError("dd-1 [0] 1.5: block_bio_queue: 7,0 K 8 + 8 [dd]"),
              HasSubstr("operation"));
  EXPECT_THAT(TracepointError("dd-1 [0] 1.5: block_bio_queue: 7,0 R 8 [dd]"), HasSubstr("sectors"));
  EXPECT_THAT(TracepointError("dd-1 [0] 1.5: block_rq_complete: 7,0 R () 8 + 8"),
              HasSubstr("error"));
}

}  // namespace
}  // namespace ioreel
