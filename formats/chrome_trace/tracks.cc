#include "formats/chrome_trace/tracks.h"

#include <algorithm>
#include <limits>

namespace ioreel {

Tracks::Track Tracks::Find(uint16_t device, uint32_t task, int64_t start_ns, int64_t end_ns) {
  if (end_ns == start_ns && end_ns < std::numeric_limits<int64_t>::max()) ++end_ns;
  std::vector<Lane>& lanes = lanes_[uint64_t{device} << 32 | task];
  auto free = std::find_if(lanes.begin(), lanes.end(),
                           [start_ns](const Lane& lane) { return lane.end_ns <= start_ns; });
  const bool is_new = free == lanes.end();
  if (is_new) free = lanes.insert(free, {++last_id_, end_ns});
  free->end_ns = end_ns;
  return {.id = free->id, .place = static_cast<uint32_t>(free - lanes.begin()), .is_new = is_new};
}

}  // namespace ioreel
