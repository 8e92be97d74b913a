#include "traces/synth/pattern_ios.h"

#include <algorithm>
#include <cmath>

#include "absl/numeric/int128.h"

namespace ioreel {
namespace {

constexpr double kSecondNs = 1e9;

/// From 0 to below `end`, all alike to 2^-64. The distributions of the standard library differ
/// from one to the other.
uint64_t Below(uint64_t end, std::mt19937_64* random) {
  return absl::Uint128High64(absl::uint128((*random)()) * end);
}

/// From 0 to below 1.
double Share(std::mt19937_64* random) { return static_cast<double>((*random)() >> 11) * 0x1p-53; }

bool Happens(double percent, std::mt19937_64* random) { return Share(random) * 100 < percent; }

/// Seeds of streams that have nothing to do with each other (the finalizer of splitmix64).
uint64_t StreamSeed(uint64_t seed, uint64_t stream) {
  uint64_t z = seed + (stream + 1) * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

uint64_t RoundDown(uint64_t bytes, uint64_t granule) { return bytes - bytes % granule; }

}  // namespace

PatternIos::PatternIos(const Pattern& pattern)
    : pattern_(pattern),
      arrivals_(StreamSeed(pattern.seed, static_cast<uint64_t>(pattern.threads))) {
  const auto threads = static_cast<uint64_t>(pattern.threads);
  const uint64_t granule = pattern.align_bytes == 0 ? pattern.longest() : pattern.align_bytes;
  for (uint64_t thread = 0; thread < threads; ++thread) {
    threads_.push_back({std::mt19937_64(StreamSeed(pattern.seed, thread)),
                        RoundDown(pattern.span_bytes / threads * thread, granule)});
  }
}

bool PatternIos::Over() const {
  return pattern_.ios > 0 ? ios_ >= pattern_.ios : bytes_ >= pattern_.bytes;
}

uint64_t PatternIos::DrawLength(Thread* thread) const {
  const Pattern::Size* drawn = &pattern_.sizes.front();
  if (pattern_.sizes.size() > 1) {
    double left = Share(&thread->random) * 100;
    for (const Pattern::Size& size : pattern_.sizes) {
      if (size.percent == 0) continue;
      drawn = &size;
      if (left < size.percent) break;
      left -= size.percent;
    }
  }
  if (drawn->least == drawn->most) return drawn->least;
  const uint64_t step = pattern_.align_bytes == 0 ? drawn->least : pattern_.align_bytes;
  return drawn->least + step * Below((drawn->most - drawn->least) / step + 1, &thread->random);
}

uint64_t PatternIos::DrawOffset(Thread* thread, uint64_t length) const {
  if (!Happens(pattern_.random_percent, &thread->random)) {
    return thread->next < pattern_.span_bytes ? thread->next : 0;
  }
  const uint64_t granule = pattern_.align_bytes == 0 ? length : pattern_.align_bytes;
  return granule * Below((pattern_.span_bytes - length) / granule + 1, &thread->random);
}

int64_t PatternIos::NextTime() {
  if (pattern_.rate == 0) return 0;
  const double mean_ns = kSecondNs / pattern_.rate;
  if (pattern_.arrival == Pattern::Arrival::kConstant) {
    return static_cast<int64_t>(static_cast<double>(ios_) * mean_ns);
  }
  time_ns_ += -std::log1p(-Share(&arrivals_)) * mean_ns;
  return static_cast<int64_t>(time_ns_);
}

bool PatternIos::Next(QueuedIo* io) {
  if (Over()) return false;
  Thread& thread = threads_[ios_ % threads_.size()];
  const uint64_t length = DrawLength(&thread);
  *io = QueuedIo();
  io->op = Happens(pattern_.read_percent, &thread.random) ? Op::kRead : pattern_.other;
  io->offset = DrawOffset(&thread, length);
  io->length = std::min(length, pattern_.span_bytes - io->offset);
  io->task = static_cast<uint32_t>(ios_ % threads_.size());
  io->queue_ns = NextTime();
  thread.next = io->offset + io->length;
  ++ios_;
  bytes_ += io->length;
  return true;
}

}  // namespace ioreel
