#pragma once

#include <cstddef>
#include <cstdint>

#include "absl/functional/function_ref.h"
#include "formats/model/trace.h"

namespace ioreel {

/// For who keeps a copy of the tasks of a trace that is being read: calls `update` with the index
/// of each that the copy, `copied` rows, may not have as it is now and a writer may ask for: of
/// those that the chunk's rows name, which may have got a name, and of the new ones.
inline void ForEachTaskToUpdate(const TraceInfo& source, const TraceChunk& chunk, size_t copied,
                                absl::FunctionRef<void(size_t)> update) {
  uint32_t last = kNoTask;
  const auto named = [&](uint32_t task) {
    if (task != last && task < copied) update(task);
    last = task;
  };
  for (const QueuedIo& io : chunk.queued) named(io.task);
  for (const IssuedRequest& request : chunk.requests) named(request.task);
  for (size_t task = copied; task < source.tasks.size(); ++task) update(task);
}

}  // namespace ioreel
