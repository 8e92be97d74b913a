#include "replay/wake_up_cost.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace ioreel
