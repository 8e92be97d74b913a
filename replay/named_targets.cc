#include "replay/named_targets.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "replay/target_registry.h"

namespace ioreel {
namespace {

absl::Status Add(const std::string& text, const std::string& origin,
                 std::vector<NamedTarget>* targets) {
  auto spec = ParseKnownTargetSpec(text);
  if (!spec.ok()) return Annotate(spec.status(), origin);
  targets->push_back({origin, *std::move(spec)});
  return absl::OkStatus();
}

/// All run on one clock; what needs a medium needs one that is there.
absl::Status CheckSimulated(const SessionOptions& options,
                            const std::vector<NamedTarget>& targets) {
  const bool simulated = IsSimulated(targets.front().spec);
  for (const NamedTarget& target : targets) {
    if (IsSimulated(target.spec) == simulated) continue;
    return absl::InvalidArgumentError(
        absl::StrCat(target.origin,
                     ": simulated and real targets have different clocks and cannot "
                     "be replayed on together"));
  }
  if (!simulated) return absl::OkStatus();
  const auto refuse = [](absl::string_view what) {
    return absl::InvalidArgumentError(
        absl::StrCat(what, " does not go with simulated drives, which hold no data"));
  };
  if (!options.create.empty()) return refuse("--create");
  if (options.verify.any()) return refuse("--verify");
  if (options.prime) return refuse("--prime");
  if (options.engine != "auto" && options.engine != "sim") {
    return refuse(absl::StrCat("--engine ", options.engine));
  }
  return absl::OkStatus();
}

/// Only steps that nothing hangs on, and targets without a state, can be shared by threads.
absl::Status CheckThreads(const SessionOptions& options, const std::vector<NamedTarget>& targets) {
  if (options.threads == 1) return absl::OkStatus();
  const auto refuse = [&](absl::string_view why) {
    return absl::InvalidArgumentError(absl::StrCat("--threads ", options.threads, ": ", why));
  };
  if (IsClosedLoop(options.mode)) {
    return refuse(absl::StrCat("in --mode ", ReplayModeName(options.mode),
                               " I/Os wait for each other, which one thread has to see; give "
                               "--mode timed or afap, or --threads 1"));
  }
  if (options.payload.stamp) {
    return refuse(
        "one thread keeps the book of what --verify and --payload stamp wrote; leave "
        "them away, or give --threads 1");
  }
  if (IsSimulated(targets.front().spec) || options.engine == "sim") {
    return refuse("virtual time is that of one thread; leave --threads away");
  }
  for (const NamedTarget& target : targets) {
    if (target.spec.is_leaf()) continue;
    return refuse(absl::StrCat(target.spec.name,
                               "(…) keeps its state on one thread; name files or devices, such as "
                               "an array of md, or give --threads 1"));
  }
  if (options.depth > 0 && options.depth < options.threads) {
    return refuse(absl::StrCat("--depth ", options.depth,
                               " is shared out among the threads, and is not enough for all"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<NamedTarget>> NameTargets(const SessionOptions& options) {
  std::vector<NamedTarget> targets;
  for (const DeviceMapping& mapping : options.map) {
    IOREEL_RETURN_IF_ERROR(Add(mapping.target, mapping.origin, &targets));
  }
  if (targets.empty()) IOREEL_RETURN_IF_ERROR(Add(options.target, kTargetOrigin, &targets));
  IOREEL_RETURN_IF_ERROR(CheckSimulated(options, targets));
  IOREEL_RETURN_IF_ERROR(CheckThreads(options, targets));
  return targets;
}

}  // namespace ioreel
