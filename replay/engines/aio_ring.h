#pragma once

#include <libaio.h>

#include <cstdint>

namespace ioreel {

/// The completion ring that the kernel shares with us at the address of an AIO context: reading it
/// saves a system call a look. Its layout has not changed since 2002 and carries a magic number.
class AioRing {
 public:
  /// Unusable (Pop is always false) when the magic is not there.
  explicit AioRing(io_context_t context) : ring_(reinterpret_cast<Layout*>(context)) {
    if (ring_ != nullptr && ring_->magic != kMagic) ring_ = nullptr;
  }
  AioRing() = default;

  bool usable() const { return ring_ != nullptr; }

  /// Takes the oldest completion, if there is one.
  bool Pop(io_event* event) {
    if (ring_ == nullptr) return false;
    const uint32_t head = ring_->head;
    if (head == __atomic_load_n(&ring_->tail, __ATOMIC_ACQUIRE)) return false;
    *event = ring_->events[head];
    __atomic_store_n(&ring_->head, head + 1 == ring_->nr ? 0 : head + 1, __ATOMIC_RELEASE);
    return true;
  }

 private:
  static constexpr uint32_t kMagic = 0xa10a10a1;
  struct Layout {
    uint32_t id, nr, head, tail, magic, compat_features, incompat_features, header_length;
    io_event events[];
  };
  Layout* ring_ = nullptr;
};

}  // namespace ioreel
