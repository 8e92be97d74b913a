#pragma once

#include <memory>

#include "formats/edit/name_key.h"
#include "formats/model/trace.h"

namespace ioreel {

/// `source` for strangers: the names of its devices, tasks and host and the devices' models become
/// hashes under `key`, "device-3f9a0c1b2d4e" (see Pseudonyms), so that one name is the same
/// wherever it stands. The command line, mount points, the origin and notes, which hold paths, are
/// dropped, and what the kernel's version has behind its numbers. Rows, times, numbers and classes
/// stay.
std::unique_ptr<TraceReader> MakeAnonymizeReader(std::unique_ptr<TraceReader> source,
                                                 const NameKey& key);

}  // namespace ioreel
