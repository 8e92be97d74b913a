#include "replay/preflight.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

bool Has(const DeviceLimits& limits, Op op) {
  switch (op) {
    case Op::kRead:
    case Op::kWrite:
    case Op::kFlush:
    case Op::kWriteZeroes:  // where the device has none, the kernel writes the zeroes
      return true;
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
  switch (op) {
    case Op::kSecureErase:
      return limits.discard ? Op::kDiscard : Op::kWriteZeroes;
    case Op::kDiscard:
      return Op::kWriteZeroes;
    default:
      return std::nullopt;
  }
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
  uint64_t longest = 0;
  for (const TraceScan::PerOp& op : scan.ops) longest = std::max(longest, op.longest);
  if (longest > rules.target_bytes) {
    return absl::FailedPreconditionError(absl::StrCat("the longest I/O has ", FormatCount(longest),
                                                      " bytes, the target only ",
                                                      FormatCount(rules.target_bytes)));
  }
  const uint64_t needed = Remap::NeededBytes(rules);
  const bool maps = options.fit == Fit::kWrap || options.fit == Fit::kScale;
  const uint64_t end = rules.fit == Fit::kCompact
                           ? needed
                           : scan.end_bytes - std::min(scan.end_bytes, rules.base_bytes);
  if (maps || end <= rules.target_bytes) return absl::OkStatus();
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

std::string OpCounts(const TraceScan& scan) {
  std::vector<std::string> counts;
  for (int i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i);
    const TraceScan::PerOp& sums = scan.of(op);
    if (sums.count == 0) continue;
    counts.push_back(
        absl::StrCat(FormatCount(sums.count), " ", OpName(op),
                     sums.bytes > 0 ? absl::StrCat(" (", FormatSize(sums.bytes), ")") : ""));
  }
  return absl::StrJoin(counts, ", ");
}

/// "/tmp/f (file on ext4), 2 GiB, direct I/O in 512-byte blocks"
std::string TargetText(const TargetFacts& target) {
  return absl::StrCat(
      target.spec, " (", target.kind,
      target.filesystem.empty() ? "" : absl::StrCat(" on ", target.filesystem),
      target.model.empty() || target.kind == "file" ? "" : absl::StrCat(" ", target.model), "), ",
      FormatSize(target.size_bytes), ", ",
      target.direct ? absl::StrCat("direct I/O in ", target.logical_block_bytes, "-byte blocks")
                    : "through the page cache");
}

std::string SpanText(const SessionOptions& options, const TraceSurvey& survey) {
  const int64_t span = ExpectedSpanNs(options, survey);
  if (options.mode == ReplayMode::kAfap || span == kNoTime) return "as fast as the target goes";
  std::string text = absl::StrCat("expected to take ", FormatDuration(span));
  if (options.mode != ReplayMode::kTimed) text += " on a target like the recorded one";
  if (options.repeats > 1) absl::StrAppend(&text, ", ", options.repeats, " times");
  return text;
}

}  // namespace

absl::StatusOr<uint64_t> NeededBytes(const SessionOptions& options, const TraceSurvey& survey) {
  const uint64_t needed = Remap::NeededBytes(RulesOf(options, survey));
  if (needed <= uint64_t{INT64_MAX}) return std::max<uint64_t>(needed, 4096);
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

DeviceLimits CombineLimits(const std::vector<DeviceLimits>& devices, uint64_t size_bytes) {
  DeviceLimits combined = devices.front();
  combined.size_bytes = size_bytes;
  for (const DeviceLimits& device : devices) {
    combined.block_bytes = std::max(combined.block_bytes, device.block_bytes);
    combined.discard &= device.discard;
    combined.write_zeroes &= device.write_zeroes;
    combined.secure_erase &= device.secure_erase;
  }
  return combined;
}

int64_t ExpectedSpanNs(const SessionOptions& options, const TraceSurvey& survey) {
  const TraceScan& scan = survey.scan;
  int64_t begin = scan.first_ns, end = std::max(scan.last_ns, scan.last_complete_ns);
  if (options.from_ns != kNoTime) begin = options.from_ns;
  if (const auto& command = survey.info.command) {
    if (options.from_ns == kNoTime && command->start_ns != kNoTime) begin = command->start_ns;
    if (options.to_ns == kNoTime) end = std::max(end, command->exit_ns);
  }
  const double recorded = static_cast<double>(end - begin - scan.idle_cut_ns) * options.loops;
  const auto span = static_cast<int64_t>(recorded / options.speed);
  return options.duration_ns == kNoTime ? span : std::min(span, options.duration_ns);
}

std::vector<std::string> DescribePlan(const SessionOptions& options, const TraceSurvey& survey,
                                      const Preflight& preflight, const TargetFacts& target) {
  const TraceScan& scan = survey.scan;
  std::vector<std::string> lines;
  lines.push_back(absl::StrCat("trace        ", FormatCount(scan.ios, "I/O"), " at ",
                               survey.level == Level::kIssue ? "issue" : "queue",
                               " level: ", OpCounts(scan)));
  for (const auto& [reason, ios] : scan.left_out) {
    lines.push_back(absl::StrCat("left out     ", FormatCount(ios, "I/O"), ": ", reason));
  }
  lines.push_back(absl::StrCat("target       ", TargetText(target), "; the trace needs ",
                               FormatSize(Remap::NeededBytes(preflight.rules))));
  const TraceScan::PerAlignment widened =
      scan.Unaligned(std::bit_floor(preflight.rules.align_bytes));
  if (widened.count > 0) {
    lines.push_back(absl::StrCat("changed      ", FormatCount(widened.count, "I/O"),
                                 " widened to multiples of ",
                                 FormatSize(preflight.rules.align_bytes)));
  }
  for (const auto& [op, pretence] : preflight.pretences) {
    lines.push_back(absl::StrCat("substituted  ", FormatCount(scan.of(op).count), " ", OpName(op),
                                 ": ", pretence.why));
  }
  for (int i = 0; i < kOpCount; ++i) {
    const Op op = static_cast<Op>(i), becomes = preflight.rules.ops[static_cast<size_t>(i)];
    if (scan.of(op).count == 0 || becomes == op) continue;
    lines.push_back(absl::StrCat("substituted  ", FormatCount(scan.of(op).count), " ", OpName(op),
                                 ": done as ", OpName(becomes)));
  }
  if (survey.info.tainted || survey.info.LostEvents() > 0) {
    lines.push_back(absl::StrCat("tainted      the recording lost ",
                                 FormatCount(survey.info.LostEvents()), " events or was salvaged"));
  }
  const bool closed = options.mode == ReplayMode::kDependent || options.mode == ReplayMode::kStream;
  if (closed && scan.without_completion == scan.ios) {
    lines.push_back(
        "unknown      the trace has no completion times, so that no I/O is known to have "
        "waited for another: all keep their recorded times");
  }
  lines.push_back(
      absl::StrCat("replay       ", ReplayModeName(options.mode), ", ", SpanText(options, survey)));
  return lines;
}

}  // namespace ioreel
