#pragma once

#include <memory>
#include <vector>

#include "formats/model/trace.h"

namespace ioreel {

/// A reader that gives `chunks` one after another; their first_queued and first_request are set
/// to follow on.
std::unique_ptr<TraceReader> MakeVectorReader(TraceInfo info, std::vector<TraceChunk> chunks);

}  // namespace ioreel
