#pragma once

#include <string>

#include "formats/result/sweep_result.h"

namespace ioreel {

/// A table for each test: a line a load; and, where it has several lengths and several depths, MB/s
/// and IOPS by length and depth, as reviews print them.
std::string SweepText(const SweepResult& sweep);

/// A line a load, with a header; numbers as they are. docs/synthetic.md tells the columns.
std::string SweepCsv(const SweepResult& sweep);

}  // namespace ioreel
