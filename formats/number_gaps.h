#pragma once

#include <set>
#include <string>

namespace ioreel {

/// The numbers below `end` that are not `present`, as text: "1, 3-9"; "" when there is none. For
/// files that are numbered by CPU.
std::string NumberGaps(const std::set<int>& present, int end);

}  // namespace ioreel
