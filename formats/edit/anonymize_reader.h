#pragma once

#include <memory>

#include "formats/model/trace.h"

namespace ioreel {

/// `source` for strangers: its devices become device-1, device-2, …, its tasks task-1, …, in the
/// order in which the trace tells of them, and its host "host": the same name is the same wherever
/// it stands, and nothing leads back to it. The command line, mount points, the origin and notes,
/// which hold paths, are dropped. Rows, times, numbers and classes stay.
std::unique_ptr<TraceReader> MakeAnonymizeReader(std::unique_ptr<TraceReader> source);

}  // namespace ioreel
