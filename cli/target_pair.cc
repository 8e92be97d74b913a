#include "cli/target_pair.h"

#include <algorithm>
#include <filesystem>
#include <map>

#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "cli/replay_outputs.h"
#include "replay/named_targets.h"
#include "replay/plan/trace_survey.h"
#include "replay/safety/preflight.h"

namespace ioreel {
namespace {

constexpr char kBaseOption[] = "--base-target", kCandidateOption[] = "--cand-target";

/// What is wrong with a target is told of the option that names it.
absl::StatusOr<std::vector<NamedTarget>> TargetsOf(const SessionOptions& options,
                                                   absl::string_view option) {
  auto targets = NameTargets(options);
  if (targets.ok()) return targets;
  absl::string_view what = targets.status().message();
  const bool names_it = absl::ConsumePrefix(&what, kTargetOrigin);
  return UsageError(absl::StrCat(option, names_it ? "" : ": ", what));
}

bool IsAmong(const std::string& path, const std::vector<NamedTarget>& targets) {
  for (const NamedTarget& target : targets) {
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
    IOREEL_ASSIGN_OR_RETURN(const ReplayTrace trace, ReplayTrace::Find(options));
    IOREEL_ASSIGN_OR_RETURN(const TraceSurvey survey, SurveyTrace(trace, options, stop));
    for (const TraceVolume& volume : survey.layout.volumes) {
      IOREEL_ASSIGN_OR_RETURN(const uint64_t bytes, NeededBytes(options, volume));
      most = std::max(most, bytes);
    }
  }
  return most;
}

/// A suite has each trace once: runs of the same would pass for more runs than there are.
absl::Status CheckDistinct(const std::vector<PairedTrace>& traces) {
  std::map<std::string, std::string> known;
  for (const PairedTrace& paired : traces) {
    const SessionOptions& options = paired.base;
    IOREEL_ASSIGN_OR_RETURN(const ReplayTrace trace, ReplayTrace::Find(options));
    IOREEL_ASSIGN_OR_RETURN(const std::string digest, trace.Digest());
    const auto [same, is_new] = known.emplace(digest, trace.name());
    if (!is_new) {
      return UsageError(absl::StrCat(same->second, " and ", trace.name(),
                                     " are the same trace; a suite has each once"));
    }
  }
  return absl::OkStatus();
}

/// `options` for one trace and the target that `option` names.
absl::StatusOr<SessionOptions> Towards(const std::string& target, absl::string_view option,
                                       const std::string& trace, const SessionOptions& of_both) {
  SessionOptions options = of_both;
  options.trace = {trace};
  options.target = target;
  IOREEL_ASSIGN_OR_RETURN(const auto targets, TargetsOf(options, option));
  std::erase_if(options.consent.overwrite,
                [&](const std::string& named) { return !IsAmong(named, targets); });
  IOREEL_RETURN_IF_ERROR(CheckFilesAreApart(options, ""));
  return options;
}

/// Each --overwrite names one of the targets.
absl::Status CheckConsents(const Consent& given, const PairedTrace& trace) {
  for (const std::string& named : given.overwrite) {
    const auto is_taken = [&named](const SessionOptions& options) {
      const std::vector<std::string>& taken = options.consent.overwrite;
      return std::find(taken.begin(), taken.end(), named) != taken.end();
    };
    if (is_taken(trace.base) || is_taken(trace.candidate)) continue;
    return UsageError(absl::StrCat("--overwrite ", named, " names neither target"));
  }
  return absl::OkStatus();
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

bool AreSameTarget(const std::string& a, const std::string& b) {
  return a == b || IsSameFile(a, b);
}

void TargetPair::Declare(FlagSet& flags) {
  flags.Option(kBaseOption, &base_, "the baseline: a target as `ioreel replay` has it", "TARGET");
  flags.Option(kCandidateOption, &candidate_, "the candidate", "TARGET");
}

absl::StatusOr<std::vector<PairedTrace>> TargetPair::Pair(const std::vector<std::string>& traces,
                                                          const SessionOptions& options,
                                                          const std::atomic<bool>* stop) const {
  if (base_.empty() || candidate_.empty()) {
    return UsageError("gate run needs --base-target and --cand-target");
  }
  std::vector<PairedTrace> paired;
  for (const std::string& path : traces) {
    if (path == "-") return UsageError("a trace from standard input can be replayed but once");
    IOREEL_ASSIGN_OR_RETURN(SessionOptions base, Towards(base_, kBaseOption, path, options));
    IOREEL_ASSIGN_OR_RETURN(SessionOptions candidate,
                            Towards(candidate_, kCandidateOption, path, options));
    paired.push_back({UniqueName(path, paired), std::move(base), std::move(candidate)});
  }
  IOREEL_RETURN_IF_ERROR(CheckConsents(options.consent, paired.front()));
  if (paired.size() == 1) return paired;
  IOREEL_RETURN_IF_ERROR(CheckDistinct(paired));
  if (options.create == "auto") {
    IOREEL_ASSIGN_OR_RETURN(const uint64_t bytes, LargestNeed(paired, stop));
    for (PairedTrace& trace : paired) {
      trace.base.create = trace.candidate.create = absl::StrCat(bytes);
    }
  }
  return paired;
}

}  // namespace ioreel
