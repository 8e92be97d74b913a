#pragma once

#include "formats/result/run_result.h"
#include "replay/prime/io_buffers.h"

namespace ioreel {

/// Bytes a second at which this thread makes the payload of writes, over some milliseconds; 0
/// without writes.
double MeasurePayloadRate(IoBuffers* buffers, bool stamp);

/// Notes how many times as fast payload was made as the fastest repeat wrote; warns below 2, where
/// making it may have slowed the replay.
void NotePayloadHeadroom(double bytes_per_s, RunResult* result);

}  // namespace ioreel
