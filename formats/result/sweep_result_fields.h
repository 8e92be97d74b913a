#pragma once

#include "formats/result/run_result_fields.h"
#include "formats/result/sweep_result.h"

/// The keys of a sweep's file, as run_result_fields.h has those of result.json.

namespace ioreel {

template <MaybeConst<SweepCellResult> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("test", x.test);
  visit("pattern", x.pattern);
  visit("block_bytes", x.block_bytes);
  visit("read_percent", x.read_percent);
  visit("threads", x.threads);
  visit("depth", x.depth);
  visit("result", x.result);
}

template <MaybeConst<SweepResult> T, typename Visit>
void VisitFields(T& x, Visit&& visit) {
  visit("ioreel_version", x.ioreel_version);
  visit("created_wall_ns", x.created_wall_ns);
  visit("preset", x.preset);
  visit("value", x.value);
  visit("time_ns", x.time_ns);
  visit("complete", x.complete);
  visit("steady", x.steady);
  visit("cells", x.cells);
}

}  // namespace ioreel
