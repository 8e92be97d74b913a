#include "replay/plan/remap.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/checked_math.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr absl::string_view kFitNames[] = {"fail", "wrap", "scale", "compact"};

std::optional<uint64_t> RoundedUp(uint64_t value, uint64_t unit) {
  const uint64_t rest = value % unit;
  return rest == 0 ? value : CheckedAdd(value, unit - rest);
}

/// value × numerator ÷ denominator without overflow.
uint64_t Scaled(uint64_t value, uint64_t numerator, uint64_t denominator) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<uint64_t>(Wide{value} * numerator / denominator);
}

}  // namespace

std::array<Op, kOpCount> RemapRules::IdentityOps() {
  std::array<Op, kOpCount> ops;
  for (int i = 0; i < kOpCount; ++i) ops[static_cast<size_t>(i)] = static_cast<Op>(i);
  return ops;
}

Remap::Remap(RemapRules rules) : rules_(std::move(rules)) {
  CHECK(rules_.block_bytes > 0 && rules_.align_bytes % rules_.block_bytes == 0);
  usable_bytes_ = rules_.room_bytes / rules_.align_bytes * rules_.align_bytes;
  uint64_t next = 0;
  for (const auto& [begin, end] : rules_.touched.ranges()) {
    begins_.push_back(begin);
    packed_.push_back(next);
    next += end - begin;
  }
}

bool Remap::Apply(BlockIo* io) {
  const Op op = rules_.ops[static_cast<size_t>(io->op)];
  if (!HasRange(io->op) || io->length == 0) {
    io->op = op;
    return true;
  }
  const auto end = CheckedAdd(io->offset, io->length);
  const auto aligned_end = end ? RoundedUp(*end, rules_.align_bytes) : std::nullopt;
  if (!aligned_end) return lost_.Add(io->length), false;
  const uint64_t begin = io->offset / rules_.align_bytes * rules_.align_bytes;
  const uint64_t length = *aligned_end - begin;
  const auto offset = Place(begin, length);
  if (!offset) return lost_.Add(io->length), false;

  if (length != io->length) aligned_.Add(length - io->length);
  if (*offset != begin) moved_.Add(length);
  if (rules_.begin_bytes > 0) shifted_.Add(length);
  if (op != io->op) replaced_[static_cast<size_t>(io->op)].Add(length);
  io->offset = rules_.begin_bytes + *offset;
  io->length = length;
  io->op = op;
  return true;
}

std::optional<uint64_t> Remap::Place(uint64_t offset, uint64_t length) const {
  if (length > usable_bytes_) return std::nullopt;
  if (rules_.fit == Fit::kCompact && !begins_.empty()) offset = Compacted(offset);
  const uint64_t last = usable_bytes_ - length;  // the highest offset at which it fits
  switch (rules_.fit) {
    case Fit::kFail:
    case Fit::kCompact:
      return offset <= last ? std::optional<uint64_t>(offset) : std::nullopt;
    case Fit::kWrap:
      return std::min(offset % usable_bytes_, last);
    case Fit::kScale: {
      const uint64_t end = rules_.trace_end_bytes;
      if (end <= usable_bytes_) return std::min(offset, last);
      const uint64_t scaled = Scaled(offset, usable_bytes_, end);
      return std::min(scaled / rules_.align_bytes * rules_.align_bytes, last);
    }
  }
  return std::nullopt;
}

uint64_t Remap::Compacted(uint64_t offset) const {
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), offset);
  if (after == begins_.begin()) return UINT64_MAX;
  const size_t range = static_cast<size_t>(after - begins_.begin()) - 1;
  return packed_[range] + (offset - begins_[range]);
}

uint64_t Remap::EndBytes(const RemapRules& rules) {
  if (rules.fit == Fit::kCompact) return rules.touched.bytes();
  return RoundedUp(rules.trace_end_bytes, rules.align_bytes).value_or(UINT64_MAX);
}

std::vector<Substitution> Remap::changes() const {
  std::vector<Substitution> changes;
  const auto add = [&](std::string what, const Count& count, bool comparable) {
    if (count.ios > 0) changes.push_back({std::move(what), count.ios, count.bytes, comparable});
  };
  add(absl::StrCat("widened to multiples of ", FormatSize(rules_.align_bytes)), aligned_, true);
  add(absl::StrCat("moved into the target (--fit ", FitName(rules_.fit), ")"), moved_, true);
  add(absl::StrCat("placed ", FormatSize(rules_.begin_bytes), " into the target (--offset)"),
      shifted_, true);
  for (size_t i = 0; i < replaced_.size(); ++i) {
    add(absl::StrCat(OpName(static_cast<Op>(i)), " replaced by ", OpName(rules_.ops[i])),
        replaced_[i], true);
  }
  add("left out: outside the target", lost_, false);
  return changes;
}

std::optional<Fit> FindFit(absl::string_view name) {
  for (size_t i = 0; i < std::size(kFitNames); ++i) {
    if (kFitNames[i] == name) return static_cast<Fit>(i);
  }
  return std::nullopt;
}

absl::string_view FitName(Fit fit) { return kFitNames[static_cast<size_t>(fit)]; }

}  // namespace ioreel
