#include "replay/plan/tiles.h"

namespace ioreel {

void AppendTiles(const TileRules& rules, const std::vector<Step>& steps, std::vector<Step>* out) {
  const auto count = static_cast<uint64_t>(rules.count);
  for (const Step& step : steps) {
    for (uint64_t tile = 0; tile < count; ++tile) {
      Step copy = step;
      copy.id = step.id * count + tile;
      if (step.parent != kNoStep) copy.parent = step.parent * count + tile;
      if (step.kind == StepKind::kIo && HasRange(step.io.op)) {
        copy.io.offset += tile * rules.strides_bytes[step.io.volume];
      }
      out->push_back(copy);
    }
  }
}

}  // namespace ioreel
