#include "cli/target_pair.h"

#include <algorithm>
#include <filesystem>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "cli/replay_outputs.h"
#include "replay/named_targets.h"
#include "replay/plan/trace_survey.h"
#include "replay/safety/preflight.h"

namespace ioreel {
namespace {

/// Whether a path is a file or device that the target of `options` is made of.
absl::StatusOr<bool> IsOfTarget(const std::string& path, const SessionOptions& options) {
  const auto targets = NameTargets(options);
  if (!targets.ok()) return UsageError(targets.status().message());
  for (const NamedTarget& target : *targets) {
    for (const TargetSpec::Leaf& leaf : target.spec.Leaves()) {
      if (IsSameFile(leaf.path, path)) return true;
    }
  }
  return false;
}

/// What a file must hold for all traces, where --create auto leaves that to them.
absl::StatusOr<uint64_t> LargestNeed(const std::vector<PairedTrace>& traces,
                                     const std::atomic<bool>* stop) {
  uint64_t most = 0;
  for (const PairedTrace& paired : traces) {
    const SessionOptions& options = paired.base;
    IOREEL_ASSIGN_OR_RETURN(const ReplayTrace trace,
                            ReplayTrace::Find(options.trace, options.from_format, options.read));
    IOREEL_ASSIGN_OR_RETURN(const TraceSurvey survey, SurveyTrace(trace, options, stop));
    for (const TraceVolume& volume : survey.layout.volumes) {
      IOREEL_ASSIGN_OR_RETURN(const uint64_t bytes, NeededBytes(options, volume));
      most = std::max(most, bytes);
    }
  }
  return most;
}

/// `options` for one trace and one target.
absl::StatusOr<SessionOptions> Towards(const std::string& target, const std::string& trace,
                                       const SessionOptions& of_both) {
  SessionOptions options = of_both;
  options.trace = {trace};
  options.target = target;
  options.consent.overwrite.clear();
  for (const std::string& named : of_both.consent.overwrite) {
    IOREEL_ASSIGN_OR_RETURN(const bool is_its, IsOfTarget(named, options));
    if (is_its) options.consent.overwrite.push_back(named);
  }
  IOREEL_RETURN_IF_ERROR(CheckFilesAreApart(options, ""));
  return options;
}

std::string UniqueName(const std::string& path, const std::vector<PairedTrace>& traces) {
  const std::string stem = std::filesystem::path(path).stem().string();
  std::string name = stem;
  const auto taken = [&](const PairedTrace& trace) { return trace.name == name; };
  for (int i = 2; std::any_of(traces.begin(), traces.end(), taken); ++i) {
    name = absl::StrCat(stem, "-", i);
  }
  return name;
}

}  // namespace

void TargetPair::Declare(FlagSet& flags) {
  flags.Option("--base-target", &base_, "the baseline: a target as `ioreel replay` has it",
               "TARGET");
  flags.Option("--cand-target", &candidate_, "the candidate", "TARGET");
}

absl::StatusOr<std::vector<PairedTrace>> TargetPair::Pair(const std::vector<std::string>& traces,
                                                          const SessionOptions& options,
                                                          const std::atomic<bool>* stop) const {
  if (base_.empty() || candidate_.empty()) {
    return UsageError("gate run needs --base-target and --cand-target");
  }
  IOREEL_RETURN_IF_ERROR(CheckConsent(options));
  std::vector<PairedTrace> paired;
  for (const std::string& path : traces) {
    if (path == "-") return UsageError("a trace from standard input can be replayed but once");
    IOREEL_ASSIGN_OR_RETURN(SessionOptions base, Towards(base_, path, options));
    IOREEL_ASSIGN_OR_RETURN(SessionOptions candidate, Towards(candidate_, path, options));
    paired.push_back({UniqueName(path, paired), std::move(base), std::move(candidate)});
  }
  if (options.create == "auto" && paired.size() > 1) {
    IOREEL_ASSIGN_OR_RETURN(const uint64_t bytes, LargestNeed(paired, stop));
    for (PairedTrace& trace : paired) {
      trace.base.create = trace.candidate.create = absl::StrCat(bytes);
    }
  }
  return paired;
}

absl::Status TargetPair::CheckConsent(const SessionOptions& options) const {
  for (const std::string& named : options.consent.overwrite) {
    bool is_target = false;
    for (const std::string& target : {base_, candidate_}) {
      SessionOptions towards = options;
      towards.target = target;
      IOREEL_ASSIGN_OR_RETURN(const bool is_its, IsOfTarget(named, towards));
      is_target |= is_its;
    }
    if (!is_target) {
      return UsageError(absl::StrCat("--overwrite ", named, " names neither target"));
    }
  }
  return absl::OkStatus();
}

}  // namespace ioreel
