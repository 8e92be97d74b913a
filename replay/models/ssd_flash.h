#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "replay/models/ring_queue.h"
#include "replay/models/ssd_spec.h"

namespace ioreel {

/// The dies of a drive and the channels that they hang on: when which will have done what. A stripe
/// is what a die reads or programs at once, a page of each of its planes.
class SsdFlash {
 public:
  explicit SsdFlash(const SsdSpec& spec);

  uint64_t stripe_bytes() const { return stripe_bytes_; }

  /// The die that holds a stripe of data written in order: stripes go round all dies, each round in
  /// an order of its own, so that strides do not meet one die only.
  uint32_t DieOf(uint64_t stripe) const;

  /// A die begins to read as soon as it is free; returns when it will be done. Then StartWaiting.
  int64_t Read(uint32_t die, int64_t now_ns);
  /// Moves bytes between a die and the controller; returns when that is done.
  int64_t Transfer(uint32_t die, double bytes, int64_t now_ns);

  /// What a die writes. Reads go first, but four at most.
  struct Program {
    uint64_t released_bytes = 0;  ///< of the buffer, once it is done
    bool moves = false;           ///< collection: the stripe is read on that die before
  };
  void AddProgram(uint32_t die, const Program& program);

  /// A die is done with something, or has got something: starts the program that waits. Returns
  /// when that will be done, or -1; `started` is which.
  int64_t StartWaiting(uint32_t die, int64_t now_ns, Program* started);

  /// Where the next stripe is written.
  uint32_t NextDie() { return next_die_ = next_die_ + 1 == dies_.size() ? 0 : next_die_ + 1; }

 private:
  struct Die {
    int64_t free_ns = 0;
    int passed = 0;  ///< reads that went before what waits
    RingQueue<Program> waiting;
  };

  uint64_t stripe_bytes_;
  int64_t read_ns_, program_ns_, move_ns_;
  double channel_ns_per_byte_;
  std::vector<Die> dies_;
  std::vector<int64_t> channel_free_ns_;
  uint32_t next_die_ = 0;
};

}  // namespace ioreel
