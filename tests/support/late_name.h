#pragma once

#include <memory>
#include <string>
#include <vector>

#include "formats/model/trace.h"

namespace ioreel {

/// As MakeVectorReader, but task 0 gets `name` only with the chunk of number `named_with`; with
/// chunks.size(), at the end.
std::unique_ptr<TraceReader> MakeLateNameReader(TraceInfo info, std::vector<TraceChunk> chunks,
                                                size_t named_with, std::string name);

}  // namespace ioreel
