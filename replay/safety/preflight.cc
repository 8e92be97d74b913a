#include "replay/safety/preflight.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/verify/stamp.h"

namespace ioreel {
namespace {

constexpr uint64_t kPage = 4096;

bool Has(const DeviceLimits& limits, Op op) {
  switch (op) {
    case Op::kRead:
    case Op::kWrite:
    case Op::kFlush:
      return true;
    case Op::kWriteZeroes:
      return limits.write_zeroes;
    case Op::kDiscard:
      return limits.discard;
    case Op::kSecureErase:
      return limits.secure_erase;
    default:
      return false;
  }
}

/// The nearest op that the target has; nullopt when none is near.
std::optional<Op> Substitute(const DeviceLimits& limits, Op op) {
  if (op != Op::kSecureErase && op != Op::kDiscard && op != Op::kWriteZeroes) return std::nullopt;
  for (const Op near : {Op::kDiscard, Op::kWriteZeroes}) {
    if (Has(limits, near)) return near;
  }
  return std::nullopt;
}

absl::Status DecideOp(const SessionOptions& options, const Demand& demand,
                      const DeviceLimits& limits, Op op, Preflight* preflight) {
  const uint64_t count = demand.of(op).count;
  if (count == 0) return absl::OkStatus();
  const auto pretend = [&](std::string why, bool comparable) {
    preflight->pretend_ops |= 1u << static_cast<unsigned>(op);
    preflight->pretences[op] = {std::move(why), comparable};
    return absl::OkStatus();
  };
  if (options.read_only && ChangesData(op)) {
    return pretend("not done, its time passes: --read-only", /*comparable=*/false);
  }
  if (!Has(limits, op)) {
    if (options.on_unsupported == OnUnsupported::kFail) {
      return absl::FailedPreconditionError(
          absl::StrCat("the target has no ", OpName(op), ", which the trace has ",
                       FormatCount(count), " of; --on-unsupported skip or substitute goes on"));
    }
    const auto substitute = Substitute(limits, op);
    if (options.on_unsupported == OnUnsupported::kSkip || !substitute) {
      return pretend("not done, its time passes: the target has none", true);
    }
    preflight->rules.ops[static_cast<size_t>(op)] = *substitute;
  }
  preflight->writes |= ChangesData(op);
  return absl::OkStatus();
}

/// What follows from the trace alone.
RemapRules RulesOf(const SessionOptions& options, const TraceVolume& volume) {
  RemapRules rules;
  rules.fit = options.fit;
  rules.begin_bytes = options.offset_bytes;
  rules.align_bytes = std::max<uint64_t>(options.align_bytes, 1);
  rules.trace_end_bytes = volume.demand.end_bytes;
  rules.touched = volume.touched;
  return rules;
}

/// Copies begin at multiples of it.
uint64_t TileUnit(const RemapRules& rules) {
  return std::max({kPage, rules.align_bytes, rules.block_bytes});
}

absl::Status CheckBlocks(const SessionOptions& options, const DeviceLimits& limits) {
  const auto check = [&](absl::string_view option, uint64_t bytes) {
    if (bytes % limits.block_bytes == 0) return absl::OkStatus();
    return absl::FailedPreconditionError(absl::StrCat(option, " ", bytes,
                                                      " is no multiple of the target's ",
                                                      limits.block_bytes, "-byte blocks"));
  };
  IOREEL_RETURN_IF_ERROR(check("--offset", options.offset_bytes));
  return check("--split", options.split_bytes);
}

/// How much of the target there is for the volume, or for each of its copies.
absl::Status SetRoom(const SessionOptions& options, const DeviceLimits& limits,
                     Preflight* preflight) {
  RemapRules& rules = preflight->rules;
  if (rules.begin_bytes > 0 && rules.begin_bytes >= limits.size_bytes) {
    return absl::FailedPreconditionError(absl::StrCat("--offset ", FormatCount(rules.begin_bytes),
                                                      " is beyond the target, which ends at ",
                                                      FormatCount(limits.size_bytes)));
  }
  rules.room_bytes = limits.size_bytes - rules.begin_bytes;
  preflight->tiles = options.tiles;
  if (options.tiles == 1) return absl::OkStatus();
  rules.room_bytes /= static_cast<uint64_t>(options.tiles);
  rules.room_bytes -= rules.room_bytes % TileUnit(rules);
  preflight->tile_stride_bytes = rules.room_bytes;
  return absl::OkStatus();
}

absl::Status CheckAlignment(const SessionOptions& options, const Demand& demand,
                            const DeviceLimits& limits, RemapRules* rules) {
  const uint64_t block = limits.block_bytes;
  rules->block_bytes = block;
  if (rules->align_bytes % block == 0) return absl::OkStatus();
  const Demand::PerAlignment unaligned = demand.Unaligned(block);
  if (options.align_bytes == 0 && (unaligned.count == 0 || options.round_unaligned)) {
    rules->align_bytes = block;
    return absl::OkStatus();
  }
  if (options.align_bytes != 0) {
    return absl::FailedPreconditionError(absl::StrCat("--align ", options.align_bytes,
                                                      " is no multiple of the target's ", block,
                                                      "-byte blocks"));
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "%s of %s I/Os are no multiples of the target's %d-byte blocks (the first is I/O %d of the "
      "trace); --on-unaligned round widens them",
      FormatCount(unaligned.count), FormatCount(demand.ios), block, unaligned.first));
}

/// "the target", or what a copy or the offset leaves of it.
std::string RoomText(const Preflight& preflight) {
  if (preflight.tiles > 1) return absl::StrCat("each of the ", preflight.tiles, " tiles");
  return preflight.rules.begin_bytes > 0 ? "the target behind --offset" : "the target";
}

/// The most that an I/O of `longest` bytes may have once it is widened.
uint64_t WidenedBytes(const Demand& demand, uint64_t longest, uint64_t align_bytes) {
  const auto finest = std::find_if(demand.alignments.begin(), demand.alignments.end(),
                                   [](const auto& alignment) { return alignment.count > 0; });
  const uint64_t unit = uint64_t{1} << (finest - demand.alignments.begin());
  if (finest == demand.alignments.end() || unit >= align_bytes) return longest;
  return (longest + align_bytes - unit + align_bytes - 1) / align_bytes * align_bytes;
}

absl::Status CheckFit(const SessionOptions& options, const Demand& demand,
                      const Preflight& preflight) {
  const RemapRules& rules = preflight.rules;
  const uint64_t longest = std::max(demand.of(Op::kRead).longest, demand.of(Op::kWrite).longest);
  if (longest > rules.room_bytes) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the longest I/O has ", FormatCount(longest), " bytes, ", RoomText(preflight), " only ",
        FormatCount(rules.room_bytes),
        "; take a larger target, or name a file that does not exist yet and add --create auto"));
  }
  const bool folds = options.fit == Fit::kWrap || options.fit == Fit::kScale;
  const uint64_t widened = WidenedBytes(demand, longest, rules.align_bytes);
  if (folds && longest > 0 && widened > rules.room_bytes / rules.align_bytes * rules.align_bytes) {
    return absl::FailedPreconditionError(absl::StrCat(
        "widened to multiples of ", FormatCount(rules.align_bytes),
        " bytes the longest I/O may have ", FormatCount(widened), ", ", RoomText(preflight),
        " only ", FormatCount(rules.room_bytes), "; take a larger target, or a smaller --align"));
  }
  const uint64_t end = Remap::EndBytes(rules);
  if (folds || end <= rules.room_bytes) return absl::OkStatus();
  if (options.fit == Fit::kCompact) {
    return absl::FailedPreconditionError(
        absl::StrCat("the trace touches ", FormatCount(end), " bytes, even packed more than ",
                     RoomText(preflight), " has (", FormatCount(rules.room_bytes),
                     "); --fit wrap or scale folds them"));
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "the trace reaches byte %s (I/O %d), %s ends at %s; take a larger target, or map the "
      "trace into it with --fit wrap, scale or compact",
      FormatCount(end), demand.furthest_ordinal, RoomText(preflight),
      FormatCount(rules.room_bytes)));
}

/// What of the target can hold stamps, which blocks of less than a sector cannot.
/// Errors: FailedPrecondition where I/Os would not be of whole sectors.
absl::StatusOr<DeviceLimits> LimitsForStamps(const SessionOptions& options, const Demand& demand,
                                             DeviceLimits limits) {
  if (limits.block_bytes % kStampSector == 0) return limits;
  const bool whole = options.align_bytes == 0 && demand.Unaligned(kStampSector).count == 0;
  const uint64_t unit = whole || options.round_unaligned ? kStampSector : options.align_bytes;
  IOREEL_RETURN_IF_ERROR(CheckStampable(
      std::gcd(std::gcd(std::max<uint64_t>(unit, 1), options.offset_bytes), options.split_bytes)));
  limits.block_bytes = kStampSector;
  limits.size_bytes -= limits.size_bytes % kStampSector;
  return limits;
}

}  // namespace

absl::StatusOr<uint64_t> NeededBytes(const SessionOptions& options, const TraceVolume& volume) {
  const RemapRules rules = RulesOf(options, volume);
  const uint64_t end = Remap::EndBytes(rules);
  if (end <= uint64_t{INT64_MAX} - kPage) {
    const uint64_t unit = TileUnit(rules);
    const uint64_t one = std::max<uint64_t>((end + unit - 1) / unit, 1) * unit;
    const auto all = CheckedMul(one, static_cast<uint64_t>(options.tiles));
    const auto needed = all ? CheckedAdd(*all, rules.begin_bytes) : std::nullopt;
    if (needed && *needed <= uint64_t{INT64_MAX} - kPage) {
      return (*needed + kPage - 1) / kPage * kPage;
    }
  }
  return absl::FailedPreconditionError(
      absl::StrCat("I/O ", volume.demand.furthest_ordinal,
                   " of the trace reaches beyond the largest file; --fit compact packs what it "
                   "touches, --create SIZE --fit wrap folds it"));
}

absl::StatusOr<Preflight> FitToTarget(const SessionOptions& options, const TraceVolume& volume,
                                      const DeviceLimits& of_target) {
  const Demand& demand = volume.demand;
  DeviceLimits limits = of_target;
  if (options.payload.stamp) {
    IOREEL_ASSIGN_OR_RETURN(limits, LimitsForStamps(options, demand, of_target));
  }
  Preflight preflight;
  preflight.rules = RulesOf(options, volume);
  IOREEL_RETURN_IF_ERROR(CheckAlignment(options, demand, limits, &preflight.rules));
  IOREEL_RETURN_IF_ERROR(CheckBlocks(options, limits));
  IOREEL_RETURN_IF_ERROR(SetRoom(options, limits, &preflight));
  IOREEL_RETURN_IF_ERROR(CheckFit(options, demand, preflight));
  for (int i = 0; i < kOpCount; ++i) {
    IOREEL_RETURN_IF_ERROR(DecideOp(options, demand, limits, static_cast<Op>(i), &preflight));
  }
  return preflight;
}

DeviceLimits CombineLimits(const std::vector<DeviceLimits>& devices, const Target& target) {
  DeviceLimits combined = devices.front();
  combined.discard &= target.TakesRangeOps();
  combined.write_zeroes &= target.TakesRangeOps();
  combined.secure_erase &= target.TakesRangeOps();
  for (const DeviceLimits& device : devices) {
    combined.block_bytes = std::max(combined.block_bytes, device.block_bytes);
    combined.discard &= device.discard;
    combined.write_zeroes &= device.write_zeroes;
    combined.secure_erase &= device.secure_erase;
  }
  combined.size_bytes = target.size_bytes() / combined.block_bytes * combined.block_bytes;
  return combined;
}

}  // namespace ioreel
