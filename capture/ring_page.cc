#include "capture/ring_page.h"

#include "base/bytes.h"

namespace ioreel {
namespace {

// linux/ring_buffer.h and kernel/trace/ring_buffer.c, of 64-bit little-endian kernels.
constexpr uint32_t kPadding = 29, kTimeExtend = 30, kTimeStamp = 31;
constexpr uint64_t kMissedEvents = 1u << 31, kMissedStored = 1u << 30;
constexpr uint64_t kLengthMask = kMissedStored - 1;
constexpr size_t kHeaderBytes = 16;
constexpr int kDeltaBits = 27;
constexpr uint64_t kAbsoluteMask = (uint64_t{1} << 59) - 1;

}  // namespace

RingPage::RingPage(absl::string_view page) {
  ByteReader header(page);
  time_ns_ = static_cast<int64_t>(header.Read<uint64_t>());
  const uint64_t commit = header.Read<uint64_t>();
  const uint64_t length = commit & kLengthMask;
  if (!header.ok() || length > page.size() - kHeaderBytes) {
    damaged_ = true;
    return;
  }
  rest_ = page.substr(kHeaderBytes, length);
  if (commit & kMissedStored) {
    ByteReader after(page.substr(kHeaderBytes + length));
    lost_ = static_cast<int64_t>(after.Read<uint64_t>());
  } else if (commit & kMissedEvents) {
    lost_ = -1;
  }
}

bool RingPage::TakeWord(uint32_t* word) {
  if (rest_.size() < sizeof(*word)) {
    damaged_ |= !rest_.empty();
    rest_ = {};
    return false;
  }
  *word = LoadInt<uint32_t>(rest_.data());
  rest_.remove_prefix(sizeof(*word));
  return true;
}

bool RingPage::Next(Event* event) {
  uint32_t head = 0, word = 0;
  while (TakeWord(&head)) {
    const uint32_t kind = head & 31;
    const uint64_t delta = head >> 5;
    if (kind == kPadding && delta == 0) break;  // nothing more on this page
    uint64_t length = uint64_t{kind} * 4;
    if (kind == 0 || kind >= kPadding) {
      if (!TakeWord(&word)) return false;
      length = word - sizeof(word);
    }
    if (kind == kTimeExtend) {
      time_ns_ += static_cast<int64_t>((uint64_t{word} << kDeltaBits) + delta);
      continue;
    }
    if (kind == kTimeStamp) {
      const uint64_t absolute = (uint64_t{word} << kDeltaBits) + delta;
      time_ns_ =
          static_cast<int64_t>((static_cast<uint64_t>(time_ns_) & ~kAbsoluteMask) | absolute);
      continue;
    }
    if (length > rest_.size() || (kind != kPadding && length == 0)) {
      damaged_ = true;
      break;
    }
    event->bytes = rest_.substr(0, length);
    rest_.remove_prefix(length);
    if (kind == kPadding) continue;  // an event that was taken back
    time_ns_ += static_cast<int64_t>(delta);
    event->time_ns = time_ns_;
    return true;
  }
  rest_ = {};
  return false;
}

}  // namespace ioreel
