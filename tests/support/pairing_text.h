#pragma once

#include <string>
#include <vector>

#include "formats/model/stage_event.h"
#include "formats/model/trace.h"
#include "formats/pairing/request_pairer.h"

namespace ioreel {

/// Events as text, one a line: "Q WS 0+8", "C W 0+8 error=5", "D R 0+8 dev=1", "X R 0+8 rest=8",
/// "lost". The n-th event happens at n, or at "t=…". Letters are blkparse's: F before the direction
/// flushes first, "FN" is the driver's flush, "FW 0+0" an empty flush bio, F after it is FUA; Z is
/// write-zeroes, P a driver command.
std::vector<StageEvent> ParseEvents(const std::string& text);

/// Rows as text: "q0 WS 0+8 q=0 i=1 c=2", "r0 W 0+8 i=1 c=2", "q0-r0", "r0 requeue t=3 i=1 n=8",
/// "r0 partial t=4 i=1 n=8". An unknown time is "?", an error follows as "error=5".
std::vector<std::string> RowsText(const TraceChunk& chunk);

/// All rows that the events give, taken in one chunk at the end.
std::vector<std::string> PairText(const std::string& events,
                                  RequestPairer::Counts* counts = nullptr);

}  // namespace ioreel
