#include "replay/prime/payload.h"

#include <cstring>

namespace ioreel {
namespace {

/// splitmix64: a bijection of the counter, so that no value comes twice.
uint64_t Mix(uint64_t counter) {
  uint64_t z = counter * 0x9e3779b97f4a7c15;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
  z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
  return z ^ (z >> 31);
}

}  // namespace

void FillRandom(absl::Span<char> area, uint64_t seed) {
  uint64_t counter = Mix(seed + 1);
  for (size_t at = 0; at < area.size(); at += sizeof(uint64_t)) {
    const uint64_t value = Mix(counter++);
    const size_t left = area.size() - at;
    std::memcpy(area.data() + at, &value, left < sizeof(value) ? left : sizeof(value));
  }
}

void PayloadStamper::Stamp(char* data, size_t length) {
  for (size_t at = 0; at < length; at += kStampBytes) {
    const uint64_t value = Mix(++counter_);
    const size_t left = length - at;
    std::memcpy(data + at, &value, left < sizeof(value) ? left : sizeof(value));
  }
}

}  // namespace ioreel
