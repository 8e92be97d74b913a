#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "base/console.h"
#include "base/file.h"
#include "formats/chrome_trace/tracks.h"
#include "formats/registry.h"
#include "tests/support/matchers.h"
#include "tests/support/random_trace.h"
#include "tests/support/scratch.h"
#include "tests/support/whole_trace.h"

/// Against the Trace Event Format's document: keys, phases, units, and that events of one track do
/// not overlap.

namespace ioreel {
namespace {

using Json = nlohmann::json;

Json Written(const TraceInMemory& trace, const WriteOptions& options) {
  const std::string path = ScratchPath("written.json");
  auto writer = FindFormat("chrome-trace")->OpenWriter(path, options);
  EXPECT_THAT(writer, IsOk());
  for (const TraceChunk& chunk : trace.chunks)
    EXPECT_THAT((*writer)->Write(trace.info, chunk), IsOk());
  EXPECT_THAT((*writer)->Finish(trace.info), IsOk());
  return Json::parse(*ReadFile(path));
}

/// Exact as long as µs with three decimals fit in a double.
int64_t Ns(const Json& micros) { return std::llround(micros.get<double>() * 1000); }

/// The events of I/Os, and what the others name.
struct Parsed {
  std::vector<Json> ios;
  std::map<int, std::string> processes;
  std::map<int, Json> threads;  ///< by tid: args
};

Parsed Parse(const Json& json) {
  Parsed parsed;
  for (const Json& event : json.at("traceEvents")) {
    const std::string phase = event.at("ph"), name = event.at("name");
    if (phase != "M") {
      EXPECT_TRUE(phase == "X" || phase == "i") << phase;
      EXPECT_EQ(event.contains("dur"), phase == "X");
      EXPECT_EQ(event.value("s", ""), phase == "X" ? "" : "t");
      parsed.ios.push_back(event);
    } else if (name == "process_name") {
      parsed.processes[event.at("pid")] = event.at("args").at("name");
    } else if (name == "thread_name") {
      parsed.threads[event.at("tid")] = event.at("args");
    }
  }
  return parsed;
}

TEST(ChromeTraceTest, HasEveryIoWithItsFacts) {
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    const TraceInMemory trace = RandomTrace({.seed = seed});
    const Json json = Written(trace, {});
    EXPECT_EQ(json.at("displayTimeUnit"), "ns");
    EXPECT_EQ(json.at("otherData").at("start_wall_ns"), trace.info.start_wall_ns);
    const Parsed parsed = Parse(json);
    size_t i = 0;
    for (const TraceChunk& chunk : trace.chunks) {
      for (const QueuedIo& io : chunk.queued) {
        ASSERT_LT(i, parsed.ios.size());
        const Json& event = parsed.ios[i++];
        const Json& args = event.at("args");
        EXPECT_EQ(event.at("name"), std::string(OpName(io.op)));
        EXPECT_EQ(event.at("cat"), "queue");
        EXPECT_EQ(Ns(event.at("ts")), io.queue_ns);
        if (io.complete_ns == kNoTime)
          EXPECT_EQ(event.at("ph"), "i");
        else
          EXPECT_EQ(Ns(event.at("dur")), io.complete_ns - io.queue_ns);
        EXPECT_EQ(parsed.processes.at(event.at("pid")),
                  Printable(trace.info.devices[io.device].name));
        const Json& thread = parsed.threads.at(event.at("tid"));
        EXPECT_EQ(thread.value("tid", -1), io.task == kNoTask ? -1 : trace.info.tasks[io.task].tid);
        EXPECT_EQ(args.at("offset"), io.offset);
        EXPECT_EQ(args.at("length"), io.length);
        EXPECT_EQ(args.value("cpu", int{kNoCpu}), io.cpu);
        EXPECT_EQ(args.value("flags", ""), IoFlagsText(io.flags));
        EXPECT_EQ(args.value("error", 0), io.error);
      }
    }
    EXPECT_EQ(i, parsed.ios.size());
  }
}

TEST(ChromeTraceTest, EventsOfATrackDoNotOverlap) {
  std::map<int, int64_t> ends;  // by track
  std::map<int, int> processes;
  for (const Json& event : Parse(Written(RandomTrace({.seed = 3}), {.issue_level = true})).ios) {
    const int tid = event.at("tid"), pid = event.at("pid");
    const int64_t start = Ns(event.at("ts"));
    if (ends.contains(tid)) EXPECT_GE(start, ends[tid]);
    EXPECT_EQ(processes.emplace(tid, pid).first->second, pid) << "a track is of one device";
    ends[tid] = start + (event.contains("dur") ? Ns(event.at("dur")) : 0);
  }
  EXPECT_GT(ends.size(), 3u);
}

TEST(ChromeTraceTest, TracksAreUsedAgain) {
  Tracks tracks;
  EXPECT_EQ(tracks.Find(0, 5, 0, 10).id, 1u);
  EXPECT_EQ(tracks.Find(0, 5, 9, 30).place, 1u) << "overlaps";
  EXPECT_EQ(tracks.Find(0, 5, 10, 12).place, 0u);
  const Tracks::Track other = tracks.Find(1, 5, 11, 12);
  EXPECT_TRUE(other.is_new);
  EXPECT_EQ(other.place, 0u);
  EXPECT_EQ(other.id, 3u);
  EXPECT_EQ(tracks.Find(1, 6, 20, 20).place, 0u);
  EXPECT_EQ(tracks.Find(1, 6, 20, 20).place, 1u) << "at once";
}

/// Any values at all make a file that parses, with each I/O in it.
TEST(ChromeTraceTest, ExtremesAreWrittenOrCounted) {
  for (uint32_t seed = 1; seed <= 10; ++seed) {
    const TraceInMemory trace = RandomTrace({.seed = seed, .extreme = true});
    ImportLog log;
    const Parsed parsed = Parse(Written(trace, {.log = &log}));
    size_t rows = 0, backwards = 0;
    for (const TraceChunk& chunk : trace.chunks) {
      rows += chunk.queued.size();
      for (const QueuedIo& io : chunk.queued)
        backwards += io.complete_ns != kNoTime && io.complete_ns < io.queue_ns;
    }
    EXPECT_EQ(parsed.ios.size(), rows);
    const auto* entry = FindEntry(log, "not_in_chrome_trace_end");
    EXPECT_EQ(entry == nullptr ? 0 : entry->count, backwards);
  }
}

}  // namespace
}  // namespace ioreel
