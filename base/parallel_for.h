#pragma once

#include <cstddef>

#include "absl/functional/function_ref.h"

namespace ioreel {

/// Calls `work(i)` once for every i < count, side by side on as many threads as the machine has
/// processors, the calling one among them; returns when all is done.
void ParallelFor(size_t count, absl::FunctionRef<void(size_t)> work);

}  // namespace ioreel
