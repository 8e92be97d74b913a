#include "analysis/workload/block_walk.h"

namespace ioreel {

BlockTouch BlockWalk::Touch(uint64_t key, const Io& io) {
  if (order_.full()) Renumber();
  BlockTouch touch;
  touch.weight = sampling();
  touch.time_ns = io.start_ns;
  const auto [it, is_new] = blocks_.try_emplace(key);
  Block& block = it->second;
  if (!is_new) {
    touch.last_ns = block.last_ns;
    touch.blocks = order_.CountSince(block.place) << halvings_;
    block.place = order_.TakeAgain(block.place, key);
  } else {
    block.place = order_.Take(key);
  }
  if (io.start_ns != kNoTime) block.last_ns = io.start_ns;
  if (io.op == Op::kRead)
    block.was_read = 1;
  else if (block.writes < 2)
    ++block.writes;
  if (blocks_.size() > most_blocks_) WatchFewer();
  return touch;
}

void BlockWalk::WatchFewer() {
  while (blocks_.size() > most_blocks_) {
    bound_ >>= 1;
    ++halvings_;
    absl::erase_if(blocks_, [this](const auto& entry) {
      if (entry.first <= bound_) return false;
      order_.Leave(entry.second.place);
      return true;
    });
  }
}

void BlockWalk::Renumber() {
  order_.Renumber(
      [this](uint64_t key, RecencyOrder::Place place) { blocks_.find(key)->second.place = place; });
}

}  // namespace ioreel
