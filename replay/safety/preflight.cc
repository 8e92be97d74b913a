#include "replay/safety/preflight.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "base/units.h"

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

absl::Status DecideOp(const SessionOptions& options, const TraceScan& scan,
                      const DeviceLimits& limits, Op op, Preflight* preflight) {
  const uint64_t count = scan.of(op).count;
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
RemapRules RulesOf(const SessionOptions& options, const TraceSurvey& survey) {
  RemapRules rules;
  rules.fit = options.fit;
  rules.align_bytes = std::max<uint64_t>(options.align_bytes, 1);
  rules.trace_end_bytes = survey.scan.end_bytes;
  rules.touched = survey.touched;
  if (const DeviceInfo* device = survey.device()) {
    rules.base_bytes = device->partition_start_bytes.value_or(0);
  }
  return rules;
}

absl::Status CheckAlignment(const SessionOptions& options, const TraceScan& scan,
                            const DeviceLimits& limits, RemapRules* rules) {
  const uint64_t block = limits.block_bytes;
  rules->block_bytes = block;
  if (rules->align_bytes % block == 0) return absl::OkStatus();
  const TraceScan::PerAlignment unaligned = scan.Unaligned(block);
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
      FormatCount(unaligned.count), FormatCount(scan.ios), block, unaligned.first));
}

absl::Status CheckFit(const SessionOptions& options, const TraceSurvey& survey,
                      const RemapRules& rules) {
  const TraceScan& scan = survey.scan;
  const uint64_t longest = std::max(scan.of(Op::kRead).longest, scan.of(Op::kWrite).longest);
  if (longest > rules.target_bytes) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the longest I/O has ", FormatCount(longest), " bytes, the target only ",
        FormatCount(rules.target_bytes),
        "; take a larger target, or name a file that does not exist yet and add --create auto"));
  }
  const bool folds = options.fit == Fit::kWrap || options.fit == Fit::kScale;
  const uint64_t end = Remap::EndBytes(rules);
  if (folds || end <= rules.target_bytes) return absl::OkStatus();
  if (options.fit == Fit::kCompact) {
    return absl::FailedPreconditionError(absl::StrCat(
        "the trace touches ", FormatCount(end), " bytes, even packed more than the target's ",
        FormatCount(rules.target_bytes), "; --fit wrap or scale folds them"));
  }
  return absl::FailedPreconditionError(absl::StrFormat(
      "the trace reaches byte %s (I/O %d), the target ends at %s; take a larger target, or map the "
      "trace into it with --fit wrap, scale or compact",
      FormatCount(end), scan.furthest_ordinal, FormatCount(rules.target_bytes)));
}

}  // namespace

absl::StatusOr<uint64_t> NeededBytes(const SessionOptions& options, const TraceSurvey& survey) {
  const uint64_t end = Remap::EndBytes(RulesOf(options, survey));
  if (end <= uint64_t{INT64_MAX} - kPage)
    return std::max<uint64_t>((end + kPage - 1) / kPage, 1) * kPage;
  return absl::FailedPreconditionError(
      absl::StrCat("I/O ", survey.scan.furthest_ordinal,
                   " of the trace reaches beyond the largest file; --fit compact packs what it "
                   "touches, --create SIZE --fit wrap folds it"));
}

absl::StatusOr<Preflight> FitToTarget(const SessionOptions& options, const TraceSurvey& survey,
                                      const DeviceLimits& limits) {
  Preflight preflight;
  RemapRules& rules = preflight.rules;
  rules = RulesOf(options, survey);
  rules.target_bytes = limits.size_bytes;
  IOREEL_RETURN_IF_ERROR(CheckAlignment(options, survey.scan, limits, &rules));
  IOREEL_RETURN_IF_ERROR(CheckFit(options, survey, rules));
  for (int i = 0; i < kOpCount; ++i) {
    IOREEL_RETURN_IF_ERROR(DecideOp(options, survey.scan, limits, static_cast<Op>(i), &preflight));
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
