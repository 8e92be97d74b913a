#include "replay/plan/wake_up_cost.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/time.h>

#include "replay/engine_registry.h"

namespace ioreel {
namespace {

TEST(WakeUpCost, IsMeasuredForRealEnginesAndPlausible) {
  for (const EngineKind& kind : AllEngines()) {
    const WakeUpCost cost = MeasureWakeUpCost(kind.name);
    if (!kind.real) {
      EXPECT_EQ(cost.act_ns, 0) << kind.name;
      EXPECT_EQ(cost.wake_ns, 0) << kind.name;
    } else if (ProbeEngine(kind).ok()) {
      EXPECT_GT(cost.act_ns, 0) << kind.name;
      EXPECT_LT(cost.act_ns, 100'000'000) << kind.name;
      EXPECT_GT(cost.wake_ns, 0) << kind.name;
    }
  }
}

// A replay may be stopped while this is measured.
TEST(WakeUpCost, SignalsDoNotEndIt) {
  struct sigaction action = {}, old = {};
  action.sa_handler = [](int) {};  // no SA_RESTART, as a replay's stop signal
  sigaction(SIGALRM, &action, &old);
  const itimerval often = {.it_interval = {.tv_usec = 300}, .it_value = {.tv_usec = 300}};
  const itimerval never = {};
  setitimer(ITIMER_REAL, &often, nullptr);
  EXPECT_GT(MeasureWakeUpCost("sync").wake_ns, 0);
  setitimer(ITIMER_REAL, &never, nullptr);
  sigaction(SIGALRM, &old, nullptr);
}

}  // namespace
}  // namespace ioreel
