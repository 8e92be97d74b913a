#include "replay/prime/prime_plan.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/prime/growth.h"
#include "replay/prime/priming.h"
#include "replay/prime/target_holes.h"

namespace ioreel {
namespace {

void AddAll(const RangeSet& more, RangeSet* ranges) {
  for (const auto& [begin, end] : more.ranges()) ranges->Add(begin, end - begin);
}

RangeSet Whole(const Target& target) {
  RangeSet whole{4096};
  whole.Add(0, target.size_bytes());
  return whole;
}

/// What of it was never written. REQUIRES: `front` is that of the target.
RangeSet FrontHoles(const OpenedTarget& target, Target* front) {
  return FindTargetHoles(front, target.fds(), Whole(*front));
}

std::vector<std::string> PathsOf(const OpenedTarget& target) {
  std::vector<std::string> paths;
  for (const Medium& medium : target.media()) paths.push_back(medium.path);
  return paths;
}

absl::string_view PrimeHint(const SessionOptions& options) {
  return options.read_only ? "" : "; --prime writes them first";
}

constexpr char kRemoves[] =
    "unprimed     the trace removes data: repeats after the first find what it removed gone; "
    "--prime "
    "writes it again";
constexpr char kHoldsData[] = "primed       the target holds data wherever the trace touches it";

/// What is primed is no write of the replay.
Payload Unstamped(Payload payload) {
  payload.stamp = false;
  return payload;
}

}  // namespace

bool RemovesData(const Demand& demand) {
  return demand.of(Op::kDiscard).count + demand.of(Op::kSecureErase).count +
             demand.of(Op::kWriteZeroes).count >
         0;
}

absl::StatusOr<PrimePlan> PrimePlan::Make(const SessionOptions& options, const ReplayTrace& trace,
                                          const TraceSurvey& survey, uint16_t volume,
                                          const Preflight& preflight, const std::atomic<bool>* stop,
                                          OpenedTarget* target) {
  PrimePlan plan;
  const Demand& demand = survey.layout.volumes[volume].demand;
  const bool reads = demand.of(Op::kRead).count > 0;
  const bool removes = RemovesData(demand);
  const bool repeats = options.repeats > 1 && !options.read_only;
  if (!target->is_files() && !options.prime) {
    if (reads) {
      plan.lines_.emplace_back(
          "unprimed     blocks of a device that were never written may cost nothing to read; "
          "--prime writes those that the trace reads first");
    }
    if (removes && repeats) plan.lines_.emplace_back(kRemoves);
    return plan;
  }
  if (!options.prime && options.create.empty() && !removes && !target->HasHole()) {
    const bool touches = reads || demand.of(Op::kWrite).count > 0;
    if (touches && target->is_scratch() && !options.read_only) {
      plan.lines_.emplace_back(kHoldsData);
    }
    return plan;
  }
  IOREEL_ASSIGN_OR_RETURN(const TargetRanges touched,
                          FindTargetRanges(trace, survey, volume, preflight, stop));
  plan.primes_ = !options.read_only && (options.prime || target->is_scratch());
  RangeSet grows = touched.reads;
  if (target->is_files()) {
    grows = plan.PlanFiles(options, touched, target);
  } else {
    plan.ranges_ = grows;
  }
  AddAll(touched.reads, &plan.touched_);
  AddAll(touched.writes, &plan.touched_);
  DeviceWrites writes(target->devices().size());
  writes.Add(target->target()->uncached(), grows);
  plan.PlanFront(options, target, &writes);
  plan.growths_ = writes.FindGrowth(target->fds(), PathsOf(*target));
  if (removes && !plan.primes_ && repeats) plan.lines_.emplace_back(kRemoves);
  const bool touches = !touched.reads.empty() || !touched.writes.empty();
  if (plan.primes_ && touches) {
    const uint64_t bytes = plan.ranges_.bytes() + plan.front_.bytes();
    plan.lines_.push_back(bytes == 0 ? kHoldsData
                                     : absl::StrCat("priming      ", FormatSize(bytes),
                                                    " are written before the first I/O"));
  }
  return plan;
}

RangeSet PrimePlan::PlanFiles(const SessionOptions& options, const TargetRanges& touched,
                              OpenedTarget* target) {
  const bool is_new = !options.create.empty();
  const RangeSet holes_read = is_new ? touched.reads : target->FindHoles(touched.reads);
  RangeSet grows = is_new ? touched.writes : target->FindHoles(touched.writes);
  if (!primes_ && !holes_read.empty()) {
    lines_.push_back(absl::StrCat("unprimed     ", FormatSize(holes_read.bytes()),
                                  " of what the trace reads are holes, which cost nothing to read",
                                  PrimeHint(options)));
  }
  if (!primes_) return grows;
  AddAll(holes_read, &grows);
  ranges_ = grows;
  if (options.prime) AddAll(touched.reads, &ranges_);
  return grows;
}

void PrimePlan::PlanFront(const SessionOptions& options, OpenedTarget* target,
                          DeviceWrites* writes) {
  Target* const front = target->target()->front(touched_);
  if (front == nullptr) return;
  const RangeSet holes = FrontHoles(*target, front);
  writes->Add(front, holes);
  if (primes_) {
    front_ = holes;
  } else if (!holes.empty()) {
    lines_.push_back(absl::StrCat("unprimed     ", FormatSize(holes.bytes()),
                                  " of what a cache will hold are holes in its fast member, where "
                                  "the first write costs the filesystem's allocation",
                                  PrimeHint(options)));
  }
}

absl::Status PrimePlan::Run(const SessionOptions& options, OpenedTarget* target,
                            const std::string& engine, const std::atomic<bool>* stop) const {
  if (!primes_) return absl::OkStatus();
  PrimingSetup setup = {.target = target->target()->uncached(),
                        .fds = target->fds(),
                        .engine = engine,
                        .payload = Unstamped(options.payload),
                        .block_bytes = target->limits().block_bytes,
                        .timeout_ns = options.io_timeout_ns,
                        .stop = stop};
  RangeSet wanted = options.prime ? ranges_ : RangeSet{4096};
  if (target->is_files()) AddAll(target->FindHoles(touched_), &wanted);
  IOREEL_RETURN_IF_ERROR(Prime(setup, wanted));
  if (front_.empty()) return absl::OkStatus();
  setup.target = target->target()->front(touched_);
  return Prime(setup, FrontHoles(*target, setup.target));
}

}  // namespace ioreel
