#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "formats/level_reader.h"
#include "formats/result/run_result.h"
#include "formats/summary/demand.h"
#include "replay/plan/placement.h"
#include "replay/plan/remap.h"
#include "replay/plan/schedule.h"
#include "replay/safety/preflight.h"

namespace ioreel {

/// Makes I/Os of a trace requests to volumes, and counts all that it changes. Not thread-safe.
class RequestMap {
 public:
  /// `preflights` by volume. Everything is done `tiles` times, and counted so.
  RequestMap(Placement placement, const std::vector<Preflight>& preflights, int tiles);

  /// False: it is not done, but its recorded time passes; `request` then is as in the trace.
  bool Apply(const Io& io, BlockIo* request);

  /// Counts all of these I/Os to a volume that are not done for their op alone.
  void PretendAll(uint16_t volume, const Demand& demand);

  /// One entry for each kind of change, all volumes together.
  std::vector<Substitution> changes() const;

 private:
  struct Pretended {
    Pretence pretence;
    uint64_t ios = 0, bytes = 0;
  };
  struct Volume {
    Remap remap;
    uint32_t pretend_ops = 0;
    std::map<Op, Pretended> pretended;
  };

  Placement placement_;
  std::vector<Volume> volumes_;
  uint64_t tiles_;
  Substitution scaled_, displaced_;
};

/// Appends `more` to `changes`; entries that tell of the same become one.
void MergeChanges(const std::vector<Substitution>& more, std::vector<Substitution>* changes);

}  // namespace ioreel
