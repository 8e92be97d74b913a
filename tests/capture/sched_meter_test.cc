#include "capture/sched_meter.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

namespace ioreel {
namespace {

using testing::ElementsAre;
using testing::Pair;

SideEvent Switch(int64_t time_ns, int from, const char* name, RunState state, int to) {
  SideEvent event;
  event.kind = SideEvent::Kind::kSwitch;
  event.time_ns = time_ns;
  event.tid = from;
  event.other_tid = to;
  event.run_state = state;
  strncpy(event.name, name, sizeof(event.name) - 1);
  return event;
}
SideEvent Waking(int64_t time_ns, int tid) {
  SideEvent event;
  event.kind = SideEvent::Kind::kWaking;
  event.time_ns = time_ns;
  event.tid = tid;
  return event;
}

TEST(SchedMeterTest, SplitsTheTimeOfThreadsAndTellsWakeLatency) {
  SchedMeter meter([](int32_t tid) { return tid >= 100; });
  meter.Apply(Switch(1000, 0, "swapper", RunState::kRunnable, 100));
  meter.Apply(Switch(1300, 100, "app", RunState::kBlocked, 0));     // ran 300
  meter.Apply(Waking(1800, 100));                                   // blocked 500
  meter.Apply(Waking(1900, 100));                                   // woken already
  meter.Apply(Switch(1840, 7, "other", RunState::kAsleep, 100));    // waited 40 to run
  meter.Apply(Switch(2040, 100, "app", RunState::kRunnable, 7));    // ran 200
  meter.Apply(Switch(2140, 7, "other", RunState::kRunnable, 100));  // waited 100, not woken
  meter.Apply(Switch(2240, 100, "app", RunState::kAsleep, 0));      // ran 100
  meter.Apply(Waking(3240, 100));                                   // asleep 1000
  EXPECT_THAT(meter.Notes(),
              ElementsAre(Pair("sched.app",
                               "threads=1 run_ns=600 runnable_ns=140 blocked_ns=500 "
                               "asleep_ns=1000 wakeups=2"),
                          Pair("sched.wake_latency_ns", "count=1 p50=40 p90=40 p99=40 max=40")));
}

}  // namespace
}  // namespace ioreel
