#pragma once

#include <cstdint>
#include <map>

namespace ioreel {

/// Which writes may be what a range of the target holds now. Writes are numbered from 1 in the
/// order in which they begin. Memory: about 100 bytes for each extent that the last write to it
/// left. One thread.
///
/// Of writes to one place that were in flight together any may have come last: the range holds
/// one of them until a later write, which began after they had all ended, has ended.
class WriteLedger {
 public:
  struct Extent {
    uint64_t end = 0;
    uint64_t oldest = 0;     ///< first write that may still be seen; 0 = nothing is known
    uint64_t newest = 0;     ///< last write that began
    uint64_t settled = 0;    ///< now() when `oldest` was last set
    uint64_t group = 0;      ///< first of those that are in flight together
    uint32_t in_flight = 0;  ///< writes that have not ended
    bool unknown = false;    ///< one of them may leave, or have left, anything

    friend bool operator==(const Extent&, const Extent&) = default;
  };
  using Extents = std::map<uint64_t, Extent>;  ///< by first byte; they do not overlap

  /// Gives the number of a write that begins. `unknown`: it may leave anything, as a discard does.
  /// REQUIRES: length > 0.
  uint64_t Begin(uint64_t offset, uint64_t length, bool unknown);
  /// It has ended; one that failed may have left anything.
  void End(uint64_t offset, uint64_t length, bool failed);

  /// Counts the writes that ended. A read that began at `now()` may see what was replaced later.
  uint64_t now() const { return now_; }

  const Extents& extents() const { return extents_; }
  /// The extent that holds `offset`, or null: nothing was written there.
  const Extent* Find(uint64_t offset) const;

 private:
  void CutAt(uint64_t offset);
  void Join(uint64_t offset, uint64_t end);

  Extents extents_;
  uint64_t sequence_ = 0;
  uint64_t now_ = 0;
};

}  // namespace ioreel
