#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace ioreel {

/// Bins of one width along an axis, as narrow as lets a fixed number of them cover all values seen
/// so far. The width is a power of two; when a value lies too far off, it doubles as often as
/// needed, and bins are joined. The bins in use lie in a ring, so that neither end needs to be
/// known before. It knows places only: contents are the caller's, in arrays of slot_count().
class GrowingBins {
 public:
  struct Move {
    uint32_t from, to;  ///< slots
  };

  /// REQUIRES: slot_count a power of two; shift < 64: bins are 2^shift wide at first.
  explicit GrowingBins(uint32_t slot_count, int shift) : mask_(slot_count - 1), shift_(shift) {}

  /// Whether Slot(value) may be asked for without MakeRoom(value).
  bool Covers(uint64_t value) const {
    const uint64_t bin = value >> shift_;
    return any_ && bin >= first_ && bin <= last_;
  }

  /// Afterwards the value is covered. Where bins have to be joined: which slot's contents go where,
  /// each old one once; every slot not named as `to` is then empty.
  std::vector<Move> MakeRoom(uint64_t value);

  /// REQUIRES: Covers(value).
  uint32_t Slot(uint64_t value) const { return SlotOf(value >> shift_); }

  uint32_t slot_count() const { return mask_ + 1; }
  bool empty() const { return !any_; }
  /// Bins from the first to the last one in use. REQUIRES (as those below): !empty().
  uint32_t count() const { return static_cast<uint32_t>(last_ - first_ + 1); }
  /// Slot of the nth of them.
  uint32_t NthSlot(uint32_t n) const { return SlotOf(first_ + n); }
  uint64_t low() const { return first_ << shift_; }  ///< where the first begins
  double width() const { return static_cast<double>(uint64_t{1} << shift_); }

 private:
  uint32_t SlotOf(uint64_t bin) const { return static_cast<uint32_t>(bin) & mask_; }

  uint32_t mask_;
  int shift_;
  bool any_ = false;
  uint64_t first_ = 0, last_ = 0;  ///< bins, counted from value 0
};

/// The axis of times, which may be negative: order and distances are kept.
inline uint64_t TimeAsAxis(int64_t time_ns) {
  return static_cast<uint64_t>(time_ns) ^ (uint64_t{1} << 63);
}
inline int64_t TimeOfAxis(uint64_t value) {
  return static_cast<int64_t>(value ^ (uint64_t{1} << 63));
}

/// Moves the contents of slots; `stride` values belong to each.
template <typename T>
void ApplyMoves(const std::vector<GrowingBins::Move>& moves, size_t stride,
                std::vector<T>* values) {
  if (moves.empty()) return;
  const std::vector<T> old = std::move(*values);
  values->assign(old.size(), T());
  for (const GrowingBins::Move& move : moves) {
    for (size_t i = 0; i < stride; ++i)
      (*values)[move.to * stride + i] += old[move.from * stride + i];
  }
}

/// Bins of time with contents. A Bin has operator+=, which joins two.
template <typename Bin>
class TimeBins {
 public:
  explicit TimeBins(uint32_t most_bins) : times_(most_bins, kFirstShift), bins_(most_bins) {}

  /// Valid until the next call.
  Bin& At(int64_t time_ns) {
    const uint64_t time = TimeAsAxis(time_ns);
    if (!times_.Covers(time)) ApplyMoves(times_.MakeRoom(time), 1, &bins_);
    return bins_[times_.Slot(time)];
  }

  bool empty() const { return times_.empty(); }
  int64_t low_ns() const { return TimeOfAxis(times_.low()); }  ///< REQUIRES: !empty()
  double width_ns() const { return times_.width(); }

  std::vector<Bin> bins() const {  ///< in order
    std::vector<Bin> bins;
    for (uint32_t i = 0; !empty() && i < times_.count(); ++i)
      bins.push_back(bins_[times_.NthSlot(i)]);
    return bins;
  }

 private:
  static constexpr int kFirstShift = 10;  ///< about a µs

  GrowingBins times_;
  std::vector<Bin> bins_;
};

}  // namespace ioreel
