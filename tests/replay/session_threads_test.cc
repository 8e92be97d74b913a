#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <string>
#include <thread>

#include "absl/strings/str_cat.h"
#include "absl/strings/substitute.h"
#include "formats/load.h"
#include "replay/session.h"
#include "tests/support/matchers.h"
#include "tests/support/scratch.h"

/// Whole replays on files, with every thread that one has: planner, loops, engines' workers,
/// samples, progress, verification. What they do is checked elsewhere; ThreadSanitizer
/// (scripts/tsan) looks at how.

namespace ioreel {
namespace {

class Quiet : public SessionUi {
 public:
  void Say(const std::string& /*line*/) override {}
  void ReportImport(const ImportLog& /*log*/) override {}
};

/// Two reads and a write in turn, `gap_ns` apart; each 50th is a flush.
std::string Trace(int ios, int64_t gap_ns) {
  std::string text = "queue_ns,complete_ns,op,offset_bytes,length_bytes,tid\n";
  for (int i = 0; i < ios; ++i) {
    const std::string where = absl::StrCat(",", i % 256 * 4096, ",4096,1\n");
    absl::StrAppend(&text, i * gap_ns, ",", i * gap_ns + 9'000,
                    i % 50 == 49 ? ",flush,0,0,1\n"
                    : i % 3 == 0 ? ",write" + where
                                 : ",read" + where);
  }
  return ScratchFile("session_threads.csv", text);
}

SessionOptions Options(const std::string& engine, ReplayMode mode) {
  SessionOptions options;
  options.target = FreshScratchPath("session_threads.img");
  options.create = "auto";
  options.engine = engine;
  options.mode = mode;
  options.depth = 16;
  options.samples_path = FreshScratchPath("session_threads.ioreel");
  return options;
}

/// The only repeat; with no I/O where this kernel lacks the engine.
RepeatResult ReplayOnce(const SessionOptions& options, const std::atomic<bool>& stop) {
  Quiet ui;
  const auto ran = RunSession(options, &stop, &ui);
  if (absl::IsUnimplemented(ran.status())) return {};
  EXPECT_THAT(ran, IsOk());
  return ran.ok() ? ran->value().repeats.at(0) : RepeatResult();
}

uint64_t CountIos(const std::string& path) {
  ImportLog log;
  const auto reader = OpenTrace({path}, "", {}, &log);
  EXPECT_THAT(reader, IsOk());
  uint64_t ios = 0;
  for (TraceChunk chunk; reader.ok() && *(*reader)->Read(&chunk);) ios += chunk.queued.size();
  return ios;
}

TEST(SessionThreadsTest, EachIoIsDoneAndKeptOnce) {
  const std::atomic<bool> stop = false;
  for (const char* engine : {"io_uring", "libaio", "sync"}) {
    for (const ReplayMode mode :
         {ReplayMode::kTimed, ReplayMode::kDependent, ReplayMode::kStream, ReplayMode::kAfap}) {
      SessionOptions options = Options(engine, mode);
      options.threads = IsClosedLoop(mode) ? 1 : 2;
      options.io_timeout_ns = 60'000'000'000;
      options.trace = {Trace(600, 10'000)};
      const RepeatResult repeat = ReplayOnce(options, stop);
      if (repeat.fidelity.planned == 0) continue;
      EXPECT_TRUE(repeat.complete) << engine;
      EXPECT_EQ(repeat.fidelity.issued, 600u) << engine;
      EXPECT_EQ(CountIos(options.samples_path), 600u) << engine;
    }
  }
}

TEST(SessionThreadsTest, WhatIsVerifiedIsAsWritten) {
  const std::atomic<bool> stop = false;
  for (const char* spec : {"raid5(chunk=4k,$0,$1,$2)",
                           "cache(fast=$0,slow=raid1($1,$2),size=64k,block=4k,mode=writeback)"}) {
    SessionOptions options = Options("auto", ReplayMode::kDependent);
    options.target = absl::Substitute(spec, FreshScratchPath("member_0"),
                                      FreshScratchPath("member_1"), FreshScratchPath("member_2"));
    options.payload.stamp = true;
    options.verify = {.reads = true, .writes = true, .end = true};
    options.trace = {Trace(600, 10'000)};
    const RepeatResult repeat = ReplayOnce(options, stop);
    EXPECT_EQ(repeat.fidelity.issued, 600u);
    ASSERT_TRUE(repeat.verification.has_value());
    EXPECT_GT(repeat.verification->checked_bytes, 0u);
    EXPECT_EQ(repeat.verification->mismatched_bytes, 0u);
  }
}

TEST(SessionThreadsTest, AStopFromOutsideEndsThemAll) {
  for (const char* engine : {"io_uring", "libaio", "sync"}) {
    std::atomic<bool> stop = false;
    SessionOptions options = Options(engine, ReplayMode::kTimed);
    options.threads = 2;
    options.trace = {Trace(20'000, 1'000'000)};
    std::thread stopper([&] {
      std::this_thread::sleep_for(std::chrono::milliseconds(400));
      stop = true;
    });
    Quiet ui;
    const auto ran = RunSession(options, &stop, &ui);
    stopper.join();
    if (!ran.ok()) {  // stopped before its first I/O, or not on this kernel
      EXPECT_TRUE(absl::IsCancelled(ran.status()) || absl::IsUnimplemented(ran.status()));
      continue;
    }
    const RepeatResult& repeat = ran->value().repeats.at(0);
    EXPECT_FALSE(repeat.complete) << engine;
    EXPECT_LT(repeat.fidelity.issued, 20'000u) << engine;
    EXPECT_EQ(CountIos(options.samples_path), repeat.fidelity.issued) << engine;
  }
}

}  // namespace
}  // namespace ioreel
