#include "analysis/report/score_cells.h"

#include "analysis/report/cells.h"

namespace ioreel {

std::vector<std::string> ScoreCells(const ScoreCard& card) {
  const Measurement& m = card.measured;
  return {DurationCell(m.completion_ns.median),  PercentCell(m.completion_ns.spread),
          DurationCell(m.drain_ns.median),       DurationCell(m.busy_ns.median),
          PercentCell(m.busy_ns.spread),         BandwidthCell(m.bandwidth_bytes_per_s.median),
          DurationCell(m.mean_access_ns.median), NumberCell(m.iops.median),
          FixedCell(card.score.speed, 0),        FixedCell(card.score.device, 0),
          FixedCell(card.score.storage, 0)};
}

}  // namespace ioreel
