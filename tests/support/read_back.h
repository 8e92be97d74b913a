#pragma once

#include <string>

#include "tests/support/whole_trace.h"

namespace ioreel {

/// The trace in a file, of the format that its contents tell; the test fails where there is none.
WholeTrace ReadBack(const std::string& path);

}  // namespace ioreel
