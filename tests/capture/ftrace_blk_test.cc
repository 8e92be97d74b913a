#include "capture/sources/ftrace_blk.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "capture/source_registry.h"
#include "tests/capture/fake_kernel.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string Record(uint64_t time_ns, uint32_t cpu, uint32_t code = 1) {
  return BlktraceBytes{.code = code, .time_ns = time_ns, .cpu = cpu}.Encode();
}

class FtraceBlkTest : public testing::Test {
 protected:
  void SetUp() override {
    kernel_.PutTracefs(2);
    kernel_.PutDisk("sda", "8:0");
    options_.devices = {"sda"};
    options_.buffer_bytes = 8 << 20;
    source_ = MakeFtraceBlkSource(kernel_.paths());
  }

  void PutPipe(int cpu, const std::string& bytes) {
    kernel_.PutBytes(absl::StrCat("tracing/per_cpu/cpu", cpu, "/trace_pipe"), bytes);
  }
  /// Stops and returns each event as "time/cpu", losses as "lost N time/cpu".
  std::vector<std::string> Stop() {
    std::vector<std::string> events;
    const absl::Status status = source_->Stop([&](const RawEvent& raw) {
      events.push_back(absl::StrCat(
          raw.event.stage == Stage::kLost ? absl::StrCat("lost ", raw.event.length, " ") : "",
          raw.event.time_ns, "/", raw.event.cpu));
    });
    EXPECT_THAT(status, IsOk());
    return events;
  }

  FakeKernel kernel_;
  SourceOptions options_;
  std::unique_ptr<CaptureSource> source_;
};

TEST_F(FtraceBlkTest, SwitchesOnReadsMergesAndRestores) {
  PutPipe(0, Record(100, 0) + Record(300, 0));
  PutPipe(1, Record(200, 1));
  ASSERT_THAT(source_->Start(options_), IsOk());
  EXPECT_EQ(kernel_.Get("tracing/current_tracer"), "blk");
  EXPECT_EQ(kernel_.Get("tracing/trace_clock"), "mono");
  EXPECT_EQ(kernel_.Get("tracing/options/bin"), "1");
  EXPECT_EQ(kernel_.Get("tracing/options/context-info"), "0");
  EXPECT_EQ(kernel_.Get("tracing/buffer_size_kb"), "8192");
  EXPECT_EQ(kernel_.Get("sys/class/block/sda/trace/enable"), "1");
  EXPECT_THAT(Stop(), ElementsAre("100/0", "200/1", "300/0"));
  EXPECT_EQ(kernel_.Get("tracing/current_tracer"), "nop");
  EXPECT_EQ(kernel_.Get("tracing/trace_clock"), "local");
  EXPECT_EQ(kernel_.Get("tracing/options/bin"), "0");
  EXPECT_EQ(kernel_.Get("tracing/options/context-info"), "1");
  EXPECT_EQ(kernel_.Get("tracing/buffer_size_kb"), "1408");
  EXPECT_EQ(kernel_.Get("sys/class/block/sda/trace/enable"), "0");
  EXPECT_THAT(Stop(), IsEmpty());
}

TEST_F(FtraceBlkTest, LossesStandInTheirPlaceAndTheRestComesFromTheStatistics) {
  PutPipe(0, Record(100, 0) + "CPU:0 [LOST 12 EVENTS]\n" + Record(300, 0));
  PutPipe(1, Record(200, 1));
  kernel_.Put("tracing/per_cpu/cpu0/stats", "entries: 2\noverrun: 12\ndropped events: 0");
  kernel_.Put("tracing/per_cpu/cpu1/stats", "overrun: 0\ncommit overrun: 2\ndropped events: 3");
  ASSERT_THAT(source_->Start(options_), IsOk());
  const std::vector<std::string> events = Stop();
  ASSERT_EQ(events.size(), 5u);
  EXPECT_THAT(std::vector<std::string>(events.begin(), events.end() - 1),
              ElementsAre("100/0", "200/1", "lost 12 300/0", "300/0"));
  EXPECT_THAT(events.back(), AllOf(HasSubstr("lost 5 "), HasSubstr("/1")));
}

TEST_F(FtraceBlkTest, SetsTheMaskOfTheDevice) {
  options_.mask = 0x90;
  ASSERT_THAT(source_->Start(options_), IsOk());
  EXPECT_EQ(kernel_.Get("sys/class/block/sda/trace/act_mask"), "144");
  Stop();
}

TEST_F(FtraceBlkTest, RefusesWhatItCannotOrMustNotTraceAndChangesNothing) {
  kernel_.Put("tracing/current_tracer", "function");
  EXPECT_THAT(source_->Start(options_),
              FailsWith(absl::StatusCode::kFailedPrecondition,
                        AllOf(HasSubstr("\"function\""), HasSubstr("not ioreel's"))));
  kernel_.Put("tracing/current_tracer", "nop");
  kernel_.Put("tracing/set_event", "sched:sched_switch");
  EXPECT_THAT(source_->Start(options_),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("sched:sched_switch")));
  kernel_.Put("tracing/set_event", "");
  kernel_.Put("sys/class/block/sda/trace/enable", "1");
  EXPECT_THAT(source_->Start(options_),
              FailsWith(absl::StatusCode::kFailedPrecondition, HasSubstr("blktrace -k")));
  options_.devices = {"nvme9n1"};
  EXPECT_THAT(source_->Start(options_),
              FailsWith(absl::StatusCode::kUnimplemented, HasSubstr("CONFIG_BLK_DEV_IO_TRACE")));
  EXPECT_EQ(kernel_.Get("tracing/trace_clock"), "[local] global mono");
}

TEST_F(FtraceBlkTest, TwoPartitionsOfADiskAreToldToBeRecordedAsTheDisk) {
  for (const char* part : {"sda1", "sda2"}) {
    const std::string folder = absl::StrCat("sys/devices/sda/", part);
    kernel_.Put(folder + "/partition", part + 3);
    kernel_.Put(folder + "/dev", absl::StrCat("8:", part + 3));
    kernel_.Put(folder + "/trace/enable", "0");
    kernel_.Link(absl::StrCat("sys/class/block/", part), folder);
  }
  options_.devices = {"sda1", "sda2"};
  EXPECT_THAT(source_->Start(options_),
              FailsWith(absl::StatusCode::kInvalidArgument,
                        AllOf(HasSubstr("sda1 and sda2"), HasSubstr("-d /dev/sda"))));
}

TEST_F(FtraceBlkTest, AFailureHalfwayRestoresTheFirstHalf) {
  std::filesystem::remove(kernel_.Path("tracing/tracing_on"));
  EXPECT_THAT(source_->Start(options_),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("tracing_on")));
  EXPECT_EQ(kernel_.Get("tracing/options/bin"), "0");
  EXPECT_EQ(kernel_.Get("tracing/trace_clock"), "local");
  EXPECT_TRUE(std::filesystem::is_empty(kernel_.Path("journal")));
}

TEST_F(FtraceBlkTest, AutoTakesTheFirstThatWorksAndSaysWhyNotTheOthers) {
  const auto started = StartSource("auto", options_, MakeCaptureSources(kernel_.paths()));
  ASSERT_THAT(started, IsOk());
  EXPECT_EQ(started->source->name(), "ftrace-blk");
  EXPECT_THAT(started->passed_over, ElementsAre(AllOf(HasSubstr("relay: "), HasSubstr("debugfs"))));
}

TEST_F(FtraceBlkTest, WhereNothingWorksOneLineSaysWhy) {
  std::filesystem::remove_all(kernel_.Path("tracing/events"));
  const auto started = StartSource("auto", options_, MakeCaptureSources(kernel_.paths()));
  EXPECT_THAT(started.status().message(),
              AllOf(HasSubstr("relay: "), HasSubstr("ftrace-blk: tracefs is not mounted")));
  EXPECT_THAT(StartSource("etw", options_, MakeCaptureSources(kernel_.paths())),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("etw")));
}

TEST(TracefsTest, TakesTheRootThatHasEvents) {
  FakeKernel kernel;
  std::filesystem::create_directories(kernel.Path("first"));  // a mount point with nothing on it
  kernel.Put("second/events/enable", "0");
  const auto found = Tracefs::Find({kernel.Path("first"), kernel.Path("second")});
  ASSERT_THAT(found, IsOk());
  EXPECT_EQ(found->root(), kernel.Path("second"));
  EXPECT_THAT(Tracefs::Find({kernel.Path("first")}),
              FailsWith(absl::StatusCode::kNotFound, HasSubstr("mount -t tracefs tracefs")));
}

}  // namespace
}  // namespace ioreel
