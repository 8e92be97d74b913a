#include "replay/models/ssd_flash.h"

#include <algorithm>
#include <cmath>

namespace ioreel {
namespace {

constexpr int kReadsFirst = 4;

uint64_t Scrambled(uint64_t x) {
  x = (x ^ (x >> 33)) * 0xff51afd7ed558ccd;
  return x ^ (x >> 29);
}

}  // namespace

SsdFlash::SsdFlash(const SsdSpec& spec)
    : stripe_bytes_(static_cast<uint64_t>(spec.page_kib * spec.planes) * 1024),
      read_ns_(std::llround(spec.read_us * 1e3)),
      program_ns_(std::llround(spec.program_us * 1e3 +
                               spec.erase_ms * 1e6 / static_cast<double>(spec.pages_per_block))),
      channel_ns_per_byte_(1e3 / spec.channel_mb_s),
      dies_(static_cast<size_t>(spec.channels * spec.dies)),
      channel_free_ns_(static_cast<size_t>(spec.channels)) {
  const double moved = 2 * channel_ns_per_byte_ * static_cast<double>(stripe_bytes_);
  move_ns_ = read_ns_ + program_ns_ + std::llround(moved);
}

uint32_t SsdFlash::DieOf(uint64_t stripe) const {
  const uint64_t round = stripe / dies_.size();
  return static_cast<uint32_t>((stripe % dies_.size() + Scrambled(round)) % dies_.size());
}

int64_t SsdFlash::Read(uint32_t die, int64_t now_ns) {
  int64_t& free_ns = dies_[die].free_ns;
  free_ns = std::max(free_ns, now_ns) + read_ns_;
  return free_ns;
}

int64_t SsdFlash::Transfer(uint32_t die, double bytes, int64_t now_ns) {
  int64_t& free_ns = channel_free_ns_[die % channel_free_ns_.size()];
  free_ns = std::max(free_ns, now_ns) + std::llround(bytes * channel_ns_per_byte_);
  return free_ns;
}

void SsdFlash::AddProgram(uint32_t die, const Program& program) {
  dies_[die].waiting.Push(program);
}

int64_t SsdFlash::StartWaiting(uint32_t die, int64_t now_ns, Program* started) {
  Die& there = dies_[die];
  if (there.waiting.empty()) return -1;
  if (there.free_ns > now_ns && ++there.passed <= kReadsFirst) return -1;
  there.passed = 0;
  *started = there.waiting.Pop();
  const int64_t taken_ns = started->moves ? move_ns_ : program_ns_;
  there.free_ns = std::max(there.free_ns, now_ns) + taken_ns;
  return there.free_ns;
}

}  // namespace ioreel
