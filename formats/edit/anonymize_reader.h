#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "formats/model/trace.h"

namespace ioreel {

/// `source` for strangers: names of devices, tasks and the host are replaced by hashes of them
/// under `key`, equal names by equal ones; the command line, mount points, the origin and notes,
/// which hold paths, are dropped. Rows, times, numbers and classes stay.
std::unique_ptr<TraceReader> MakeAnonymizeReader(std::unique_ptr<TraceReader> source, uint64_t key);

/// "x3f2a9c11d0e4b857"; "" stays "", for nothing is known of it.
std::string HashedName(absl::string_view name, uint64_t key);

/// A key that nobody knows, so that names cannot be found by trying.
uint64_t RandomKey();

}  // namespace ioreel
