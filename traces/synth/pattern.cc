#include "traces/synth/pattern.h"

#include <algorithm>

namespace ioreel {

uint64_t Pattern::longest() const {
  uint64_t longest = 0;
  for (const Size& size : sizes) longest = std::max(longest, size.most);
  return longest;
}

}  // namespace ioreel
