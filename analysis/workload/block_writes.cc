#include "analysis/workload/block_writes.h"

namespace ioreel {

std::optional<double> BlockWrites::Result::written_once_share() const {
  const uint64_t written = written_once_bytes + rewritten_bytes;
  if (written == 0) return std::nullopt;
  return static_cast<double>(written_once_bytes) / static_cast<double>(written);
}

void BlockWrites::Add(const BlockFate& block) {
  uint64_t& bytes = block.writes == 0   ? result_.read_only_bytes
                    : block.writes == 1 ? result_.written_once_bytes
                                        : result_.rewritten_bytes;
  bytes += block.weight * BlockWalk::kBlockBytes;
}

void BlockWrites::Merge(const BlockWrites& other) {
  result_.read_only_bytes += other.result_.read_only_bytes;
  result_.written_once_bytes += other.result_.written_once_bytes;
  result_.rewritten_bytes += other.result_.rewritten_bytes;
}

}  // namespace ioreel
