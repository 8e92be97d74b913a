#include "replay/prime/prime_plan.h"

#include <sys/statvfs.h>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/plan/mapping_forecast.h"
#include "replay/prime/priming.h"

namespace ioreel {
namespace {

void AddAll(const RangeSet& more, RangeSet* ranges) {
  for (const auto& [begin, end] : more.ranges()) ranges->Add(begin, end - begin);
}

/// `holes` are those that will be written. Of several files it is not known how much of it each
/// will hold; that there is no room shows when they are primed.
absl::Status CheckRoom(const OpenedTarget& target, const RangeSet& holes) {
  struct statvfs fs;
  if (!target.is_single() || fstatvfs(target.devices().front().fd(), &fs) != 0)
    return absl::OkStatus();
  const uint64_t free_bytes = uint64_t{fs.f_bavail} * fs.f_frsize;
  if (holes.bytes() <= free_bytes) return absl::OkStatus();
  return absl::ResourceExhaustedError(
      absl::StrCat(target.path(), " would grow by ", FormatSize(holes.bytes()),
                   ", but its filesystem has only ", FormatSize(free_bytes), " left"));
}

/// What is primed is no write of the replay.
Payload Unstamped(Payload payload) {
  payload.stamp = false;
  return payload;
}

}  // namespace

absl::StatusOr<PrimePlan> PrimePlan::Make(const SessionOptions& options, const ReplayTrace& trace,
                                          const TraceSurvey& survey, uint16_t volume,
                                          const Preflight& preflight, const std::atomic<bool>* stop,
                                          OpenedTarget* target) {
  PrimePlan plan;
  const bool reads = survey.layout.volumes[volume].demand.of(Op::kRead).count > 0;
  if (!target->is_files() && !options.prime) {
    if (reads) {
      plan.text_ =
          "unprimed     blocks of a device that were never written may cost nothing to read; "
          "--prime writes those that the trace reads first";
    }
    return plan;
  }
  IOREEL_ASSIGN_OR_RETURN(const TargetRanges touched,
                          FindTargetRanges(trace, survey, volume, preflight, stop));
  plan.primes_ = !options.read_only && (options.prime || target->is_scratch());
  if (!target->is_files()) {
    plan.ranges_ = touched.reads;
  } else {
    const bool is_new = !options.create.empty();
    const RangeSet holes_read = is_new ? touched.reads : target->FindHoles(touched.reads);
    RangeSet grows = is_new ? touched.writes : target->FindHoles(touched.writes);
    if (!plan.primes_ && !holes_read.empty()) {
      plan.text_ = absl::StrCat("unprimed     ", FormatSize(holes_read.bytes()),
                                " of what the trace reads are holes, which cost nothing to read",
                                options.read_only ? "" : "; --prime writes them first");
    }
    if (plan.primes_) {
      AddAll(holes_read, &grows);
      plan.ranges_ = grows;
      if (options.prime) AddAll(touched.reads, &plan.ranges_);
    }
    IOREEL_RETURN_IF_ERROR(CheckRoom(*target, grows));
  }
  const bool touches = !touched.reads.empty() || !touched.writes.empty();
  if (plan.primes_ && touches) {
    plan.text_ = plan.ranges_.empty()
                     ? "primed       the target holds data wherever the trace touches it"
                     : absl::StrCat("priming      ", FormatSize(plan.ranges_.bytes()),
                                    " are written before the first I/O");
  }
  return plan;
}

absl::Status PrimePlan::Run(const SessionOptions& options, OpenedTarget* target,
                            const std::string& engine, const std::atomic<bool>* stop) const {
  if (!primes_) return absl::OkStatus();
  const bool only_holes = target->is_files() && !options.prime;
  return Prime({.target = target->target(),
                .fds = target->fds(),
                .engine = engine,
                .payload = Unstamped(options.payload),
                .block_bytes = target->limits().block_bytes,
                .stop = stop},
               only_holes ? target->FindHoles(ranges_) : ranges_);
}

}  // namespace ioreel
