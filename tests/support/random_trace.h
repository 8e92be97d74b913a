#pragma once

#include <cstdint>
#include <random>
#include <vector>

#include "formats/model/trace.h"

namespace ioreel {

/// A trace in memory: what a reader would give, and what a round trip must give back.
struct TraceInMemory {
  TraceInfo info;
  std::vector<TraceChunk> chunks;
};

/// A TraceInfo with every field set, some to awkward values.
TraceInfo FullTraceInfo();

struct RandomTraceOptions {
  uint32_t seed = 1;
  int chunks = 3;
  int rows_per_chunk = 40;  ///< at most; of each table
  bool extreme = false;     ///< values of all 64 bits, unknown times and odd flags anywhere
};

/// Chunks with the promises of TraceChunk as to order and ordinals; merges, splits, requests and
/// queued I/Os without partner, links back to earlier chunks, requeues.
TraceInMemory RandomTrace(const RandomTraceOptions& options);

}  // namespace ioreel
