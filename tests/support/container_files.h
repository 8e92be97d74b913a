#pragma once

#include <string>

#include "absl/status/statusor.h"
#include "formats/container/container_reader.h"
#include "tests/support/random_trace.h"

namespace ioreel {

/// A new path below the test's temporary folder.
std::string FreshPath(const std::string& name);

/// Writes a container with a block for each chunk; it stays "PATH.partial" unless `finish`.
/// Returns the path of the file.
std::string WriteContainer(const TraceInMemory& trace, bool finish = true);

/// All chunks and the final info of a trace.
absl::StatusOr<TraceInMemory> ReadAll(TraceReader* reader);
absl::StatusOr<TraceInMemory> ReadContainer(const std::string& path,
                                            Unfinished unfinished = Unfinished::kRefuse);

/// Equal down to the chunks.
void ExpectSameTrace(const TraceInMemory& got, const TraceInMemory& want);
void ExpectSameChunks(const std::vector<TraceChunk>& got, const std::vector<TraceChunk>& want);

}  // namespace ioreel
