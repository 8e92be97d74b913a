#pragma once

#include <cstdint>
#include <vector>

namespace ioreel {

/// Pages that garbage collection writes for each that the host writes at random places of `share`
/// of the flash in use: blocks that were written longest ago are collected, 1 / (1 − v) with v =
/// exp(−(1 − v) / share) of their pages valid (Desnoyers, 2012). REQUIRES: 0 ≤ share < 1.
double WriteAmplification(double share);

/// What of a drive's flash is erased, valid or neither, by mapping units.
class SsdSpace {
 public:
  struct Options {
    uint64_t size_bytes = 0;
    double spare_bytes = 0;  ///< flash beyond these
    uint64_t unit_bytes = 4096;
    uint64_t filled_bytes = 0;  ///< from the begin on, that hold data
    bool used = false;          ///< no flash is left erased
    bool whole_blocks = false;  ///< a unit is what is erased at once: nothing is ever copied
    double data_share = 1;      ///< flash that a byte of data takes
  };
  explicit SsdSpace(const Options& options);

  /// The host writes the units that [offset, offset + length) touches; returns how many bytes of
  /// flash collection copies to make room for that. `follows` on a stream: whole blocks of the
  /// stream before it become invalid together, so that nothing has to be copied.
  double Write(uint64_t offset, uint64_t length, bool follows);

  /// Units that lie in there as a whole hold nothing any more.
  void Trim(uint64_t offset, uint64_t length);

  /// Whether one of the units that it touches holds data.
  bool HoldsData(uint64_t offset, uint64_t length) const;

  /// None is left that was never written since it was erased.
  bool all_written() const { return erased_bytes_ < static_cast<double>(options_.unit_bytes); }
  uint64_t valid_bytes() const { return valid_units_ * options_.unit_bytes; }
  /// Of random writes as they come now.
  double amplification() const { return amplification_; }

 private:
  static constexpr uint64_t kRegions = 2048;

  uint64_t SetValid(uint64_t begin_unit, uint64_t end_unit, bool valid);
  void NoteHot(uint64_t offset, double bytes);
  void Recompute();

  Options options_;
  uint64_t units_, filled_units_;
  std::vector<uint64_t> changed_;  ///< a bit for each unit: it is not as it was at first
  uint64_t valid_units_;
  double flash_bytes_, erased_bytes_;

  // Where random writes go of late: of each region, in which epoch one last did. An epoch is as
  // many bytes as are spare.
  std::vector<uint32_t> region_epoch_;
  uint64_t region_bytes_;
  uint32_t epoch_ = 2;
  double epoch_bytes_ = 0;
  uint64_t hot_ = 0, hot_now_ = 0;  ///< regions of this epoch and the last, and of this one
  uint64_t until_recomputed_ = 0;
  double amplification_ = 1;
};

}  // namespace ioreel
