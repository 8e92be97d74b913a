#include "replay/targets/raid5_scratch.h"

#include <algorithm>
#include <utility>

namespace ioreel {
namespace {

/// Of the parity, and of what is read to make it, where `written` chunks of a row are written.
uint64_t RowsOfParity(const Raid5Layout& layout, uint64_t written, bool degraded) {
  const uint64_t data = layout.data_members();
  if (written == 0) return 0;
  const uint64_t modify = 1 + written, reconstruct = 1 + data - written;
  if (degraded && written < data) return std::max(modify, reconstruct);
  return layout.ReadsLessToModify(written) ? modify : reconstruct;
}

}  // namespace

Raid5Scratch::Raid5Scratch(const Raid5Layout& layout, bool degraded) : layout_(layout) {
  const uint64_t data = layout.data_members();
  std::vector<uint64_t> write, rebuild;
  for (uint64_t chunks = 0; chunks <= data; ++chunks) {
    write.push_back(RowsOfParity(layout, chunks, degraded));
    rebuild.push_back(degraded && chunks > 0 ? data - 1 : 0);  // a row has one that is missing
  }
  write_ = MakePart(layout, std::move(write));
  rebuild_ = MakePart(layout, std::move(rebuild));
}

Raid5Scratch::Part Raid5Scratch::MakePart(const Raid5Layout& layout, std::vector<uint64_t> rows) {
  Part part = {.chunk = layout.chunk, .rows = std::move(rows)};
  uint64_t most = 0;
  for (const uint64_t n : part.rows) {
    most = std::max(most, n * layout.chunk);
    part.most.push_back(most);
  }
  part.rows.push_back(0);  // behind a whole stripe there is nothing
  return part;
}

uint64_t Raid5Scratch::Part::At(uint64_t length) const {
  const uint64_t chunks = length / chunk, rest = length % chunk;
  return rest * rows[chunks + 1] + (chunk - rest) * rows[chunks];
}

/// It is linear between whole chunks.
uint64_t Raid5Scratch::Part::MostUpTo(uint64_t length) const {
  length = std::min(length, (most.size() - 1) * chunk);
  return std::max(most[length / chunk], At(length));
}

uint64_t Raid5Scratch::Most(uint64_t length) const {
  return std::max(Most(write_, length), Most(rebuild_, length));
}

/// Whole stripes, as many as there can be or up to two fewer, and of what is left the worst two
/// parts, before and behind them: what they take is linear in both lengths between whole chunks, so
/// that the worst is where one of the two has these, and the other that or all that is left.
uint64_t Raid5Scratch::Most(const Part& part, uint64_t length) const {
  const uint64_t stripe = layout_.stripe_bytes(), whole = length / stripe;
  uint64_t most = 0;
  for (uint64_t fewer = 0; fewer <= std::min<uint64_t>(whole, 2); ++fewer) {
    const uint64_t left = length - (whole - fewer) * stripe;
    const uint64_t of_whole = (whole - fewer) * part.At(stripe);
    for (uint64_t first = 0; first <= std::min(left, stripe); first += layout_.chunk) {
      most = std::max(most, of_whole + part.MostUpTo(first) + part.MostUpTo(left - first));
    }
  }
  return most;
}

uint64_t Raid5Scratch::MemberIos(uint64_t length) const {
  const uint64_t of_whole = 2 * layout_.members;
  const uint64_t of_part = (StripeRange::kBands + 1) * layout_.members;
  return length / layout_.stripe_bytes() * of_whole + 2 * of_part;
}

}  // namespace ioreel
