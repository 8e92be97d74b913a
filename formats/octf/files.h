#pragma once

#include <string>
#include <vector>

#include "absl/strings/string_view.h"

/// The files of an Open-CAS iotrace: `octf.trace.N`, one for each queue (CPU) of the recorder, and
/// `octf.summary`.

namespace ioreel {

bool IsOctfSummary(absl::string_view path);
/// N of "octf.trace.N", whatever folder or archive stands before; −1 for other files.
int OctfQueue(absl::string_view path);

/// All files of the trace that `path` names, the summary last: the folder that holds it, or any
/// one of its files. Files of no bytes are left out. Empty when `path` names no such trace.
std::vector<std::string> FindOctfFiles(const std::string& path);

}  // namespace ioreel
