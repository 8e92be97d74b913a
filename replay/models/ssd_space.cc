#include "replay/models/ssd_space.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ioreel {
namespace {

constexpr int kMostSteps = 200;
constexpr uint64_t kWritesBetween = 256;  // of two looks at the amplification
constexpr double kFullest = 0.99;

/// The bits of a word that stand for units from `begin` to `end`.
uint64_t Mask(uint64_t word, uint64_t begin, uint64_t end) {
  const uint64_t from = std::max(begin, word * 64) - word * 64;
  const uint64_t to = std::min(end, word * 64 + 64) - word * 64;
  const uint64_t below = to == 64 ? ~uint64_t{0} : (uint64_t{1} << to) - 1;
  return below & (~uint64_t{0} << from);
}

}  // namespace

double WriteAmplification(double share) {
  double valid = 0;
  for (int i = 0; i < kMostSteps; ++i) {
    const double next = std::exp(-(1 - valid) / share);
    if (next - valid < 1e-9) break;
    valid = next;
  }
  return 1 / (1 - valid);
}

SsdSpace::SsdSpace(const Options& options)
    : options_(options),
      units_((options.size_bytes + options.unit_bytes - 1) / options.unit_bytes),
      filled_units_(std::min(units_, options.filled_bytes / options.unit_bytes)),
      changed_((units_ + 63) / 64),
      valid_units_(filled_units_),
      flash_bytes_(static_cast<double>(options.size_bytes) + options.spare_bytes),
      region_epoch_(kRegions),
      region_bytes_(options.size_bytes / kRegions + 1) {
  const double valid = static_cast<double>(valid_bytes()) * options_.data_share;
  erased_bytes_ = options.used ? 0 : flash_bytes_ - valid;
}

/// Returns how many changed.
uint64_t SsdSpace::SetValid(uint64_t begin_unit, uint64_t end_unit, bool valid) {
  uint64_t set = 0;
  for (uint64_t word = begin_unit / 64; word * 64 < end_unit; ++word) {
    uint64_t first = 0;  // which units held data at first
    if (word * 64 < filled_units_) first = Mask(word, 0, filled_units_);
    const uint64_t mask = Mask(word, begin_unit, end_unit);
    const uint64_t now = changed_[word] ^ first;
    const uint64_t then = valid ? now | mask : now & ~mask;
    set += static_cast<uint64_t>(std::popcount(now ^ then));
    changed_[word] = then ^ first;
  }
  return set;
}

bool SsdSpace::HoldsData(uint64_t offset, uint64_t length) const {
  const uint64_t begin = offset / options_.unit_bytes;
  const uint64_t end = std::min(units_, (offset + length - 1) / options_.unit_bytes + 1);
  for (uint64_t word = begin / 64; word * 64 < end; ++word) {
    const uint64_t first = word * 64 < filled_units_ ? Mask(word, 0, filled_units_) : 0;
    if ((changed_[word] ^ first) & Mask(word, begin, end)) return true;
  }
  return false;
}

double SsdSpace::Write(uint64_t offset, uint64_t length, bool follows) {
  const uint64_t begin = offset / options_.unit_bytes;
  const uint64_t end = std::min(units_, (offset + length - 1) / options_.unit_bytes + 1);
  valid_units_ += SetValid(begin, end, true);
  const double bytes =
      static_cast<double>((end - begin) * options_.unit_bytes) * options_.data_share;
  if (!follows) NoteHot(offset, bytes);
  if (erased_bytes_ >= bytes) {
    erased_bytes_ -= bytes;
    return 0;
  }
  erased_bytes_ = 0;
  return follows ? 0 : bytes * (amplification_ - 1);
}

void SsdSpace::Trim(uint64_t offset, uint64_t length) {
  const uint64_t begin = (offset + options_.unit_bytes - 1) / options_.unit_bytes;
  const uint64_t end = std::min(units_, (offset + length) / options_.unit_bytes);
  if (begin < end) valid_units_ -= SetValid(begin, end, false);
  until_recomputed_ = 0;
}

void SsdSpace::NoteHot(uint64_t offset, double bytes) {
  uint32_t& last = region_epoch_[offset / region_bytes_];
  if (last != epoch_) {
    if (last + 1 != epoch_) until_recomputed_ = 0;
    hot_ += last + 1 != epoch_;
    ++hot_now_;
    last = epoch_;
  }
  epoch_bytes_ += bytes;
  if (epoch_bytes_ >= options_.spare_bytes) {
    epoch_bytes_ = 0;
    hot_ = hot_now_;
    hot_now_ = 0;
    ++epoch_;
  }
  if (until_recomputed_ == 0) Recompute();
  --until_recomputed_;
}

/// Spare flash is that of the regions that are written to: what is cold is collected no more.
void SsdSpace::Recompute() {
  until_recomputed_ = kWritesBetween;
  const double valid = static_cast<double>(valid_bytes()) * options_.data_share;
  const double hot = valid * static_cast<double>(std::max<uint64_t>(hot_, 1)) / kRegions;
  const double spare = std::max(0.0, flash_bytes_ - valid);
  amplification_ = hot <= 0 || options_.whole_blocks
                       ? 1
                       : WriteAmplification(std::min(kFullest, hot / (hot + spare)));
}

}  // namespace ioreel
