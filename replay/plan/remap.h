#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "base/range_set.h"
#include "formats/result/run_result.h"
#include "replay/plan/schedule.h"

namespace ioreel {

/// What becomes of I/Os beyond the end of the target.
enum class Fit : uint8_t {
  kFail,     ///< the replay is refused
  kWrap,     ///< offset modulo the size of the target
  kScale,    ///< all offsets are multiplied by size ÷ end of the trace, if that is below 1
  kCompact,  ///< only the ranges that the trace touches are laid out, one behind the other
};

/// How requests of a volume of the trace become requests to its target. Offsets and sizes in bytes.
struct RemapRules {
  Fit fit = Fit::kFail;
  uint64_t room_bytes = 0;       ///< what the volume may take of the target
  uint64_t begin_bytes = 0;      ///< where that begins, a multiple of block_bytes
  uint64_t block_bytes = 1;      ///< of the target
  uint64_t align_bytes = 1;      ///< starts go down and ends up to multiples of it
  uint64_t trace_end_bytes = 0;  ///< highest end of an I/O, before any rule
  RangeSet touched;              ///< kCompact: all ranges of the volume, before any rule
  std::array<Op, kOpCount> ops = IdentityOps();  ///< what each op is replaced by

  static std::array<Op, kOpCount> IdentityOps();
};

/// Applies the rules to one request after the other, and counts what it changed.
class Remap {
 public:
  explicit Remap(RemapRules rules);

  /// False when the request cannot be mapped into the room; it is then unchanged.
  bool Apply(BlockIo* io);

  /// Room that the volume takes if nothing is folded; all ones when beyond 2^64.
  static uint64_t EndBytes(const RemapRules& rules);

  /// One entry for each kind of change, with counts, for the result.
  std::vector<Substitution> changes() const;

 private:
  struct Count {
    uint64_t ios = 0, bytes = 0;
    void Add(uint64_t length) {
      ++ios;
      bytes += length;
    }
  };
  std::optional<uint64_t> Place(uint64_t offset, uint64_t length) const;
  uint64_t Compacted(uint64_t offset) const;

  RemapRules rules_;
  uint64_t usable_bytes_;         ///< whole blocks of the room
  std::vector<uint64_t> begins_;  ///< of the touched ranges, in order
  std::vector<uint64_t> packed_;  ///< where each of them goes
  Count aligned_, moved_, shifted_, lost_;
  std::array<Count, kOpCount> replaced_;
};

/// "fail", "wrap", "scale", "compact"; nullopt for others.
std::optional<Fit> FindFit(absl::string_view name);
absl::string_view FitName(Fit fit);

}  // namespace ioreel
