#pragma once

#include "formats/result/run_result.h"

namespace ioreel {

/// A result whose every field, down to the last, has a value of its own that is not its default;
/// every list has two entries, every optional a value.
RunResult FullResult();

}  // namespace ioreel
