#include "analysis/compare/comparability.h"

#include <optional>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analysis/score/verdict.h"
#include "base/check.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr struct {
  Vary vary;
  const char* name;
} kVaryNames[] = {{Vary::kTarget, "target"},
                  {Vary::kKernel, "kernel"},
                  {Vary::kHost, "host"},
                  {Vary::kFilesystem, "filesystem"}};

std::string NameOf(Vary vary) {
  for (const auto& known : kVaryNames) {
    if (known.vary == vary) return known.name;
  }
  return "";
}

/// One of the things that tell a run from another.
struct Trait {
  std::string name;
  std::optional<Vary> scope;  ///< none: it must never differ
  std::string value;
};

/// What stays the same when a drive gets another name, where it says who it is.
template <typename Drive>
std::string Identity(const Drive& drive, const std::string& name) {
  const std::string& id = drive.wwid.empty() ? drive.serial : drive.wwid;
  const std::string who = id.empty() ? name : id;
  return absl::StrCat(drive.model, drive.model.empty() ? "" : " ", who, ", ",
                      FormatSize(drive.size_bytes));
}

std::string TargetText(const TargetFacts& target) {
  if (target.members.empty()) return Identity(target, target.spec);
  return absl::StrCat(
      target.kind, " of ",
      absl::StrJoin(target.members, " and ", [](std::string* text, const MemberFacts& member) {
        text->append(Identity(member, member.path));
      }));
}

/// Of an array, the class of its members: it is to be held against single drives, too.
std::string TargetClass(const TargetFacts& target) {
  std::set<std::string> kinds;
  for (const MemberFacts& member : target.members) kinds.insert(member.kind);
  if (kinds.empty()) kinds.insert(target.kind);
  return absl::StrJoin(kinds, " and ");
}

std::string LayoutText(const std::vector<DeviceLayout>& layout) {
  return absl::StrJoin(layout, ", ", [](std::string* text, const DeviceLayout& device) {
    absl::StrAppend(text, device.device, " at ", device.base_bytes);
  });
}

std::string HostText(const HostFacts& host) {
  return absl::StrCat(host.hostname, " (", host.cpus, " × ", host.cpu, ")");
}

/// What Differences() does not look at.
std::vector<Trait> TraitsOf(const RunResult& run) {
  const auto counted = [](std::string* text, const auto& reason) {
    absl::StrAppend(text, FormatCount(reason.second), " ", reason.first);
  };
  return {
      {"target class", {}, TargetClass(run.target)},
      {"engine", {}, run.engine},
      {"I/Os left out", {}, absl::StrJoin(run.trace.left_out, ", ", counted)},
      {"target", Vary::kTarget, TargetText(run.target)},
      {"layout", Vary::kTarget, LayoutText(run.layout)},
      {"scheduler", Vary::kTarget, run.target.scheduler},
      {"filesystem", Vary::kFilesystem, run.target.filesystem},
      {"kernel", Vary::kKernel, run.host.kernel},
      {"host", Vary::kHost, HostText(run.host)},
  };
}

std::string OrUnknown(const std::string& text) { return text.empty() ? "unknown" : text; }

/// Why the runs of one side do not belong together.
void JudgeWithin(const std::vector<NamedResult>& side, std::vector<std::string>* obstacles) {
  const NamedResult& first = side.front();
  for (const NamedResult& run : side) {
    for (const std::string& difference : FingerprintDifferences(first.result, run.result)) {
      obstacles->push_back(
          absl::StrCat(first.name, " and ", run.name, ", of one side, differ: ", difference));
    }
    for (const std::string& reason : WhyNotTheTrace(run.result)) {
      obstacles->push_back(absl::StrCat(run.name, ": ", reason));
    }
  }
}

void JudgeBetween(const RunResult& a, const RunResult& b, const std::set<Vary>& vary,
                  Comparability* found) {
  for (const std::string& difference : Differences(a, b)) found->obstacles.push_back(difference);
  const std::vector<Trait> left = TraitsOf(a), right = TraitsOf(b);
  for (size_t i = 0; i < left.size(); ++i) {
    if (left[i].value == right[i].value) continue;
    const std::string difference = absl::StrCat(left[i].name, ": ", OrUnknown(left[i].value), " / ",
                                                OrUnknown(right[i].value));
    if (!left[i].scope) {
      found->obstacles.push_back(difference);
    } else if (vary.contains(*left[i].scope)) {
      found->varied.push_back(difference);
    } else {
      found->obstacles.push_back(absl::StrCat(difference, " (say --vary ", NameOf(*left[i].scope),
                                              " if that is under test)"));
    }
  }
}

}  // namespace

absl::StatusOr<Vary> ParseVary(absl::string_view text) {
  std::vector<std::string> names;
  for (const auto& known : kVaryNames) {
    if (text == known.name) return known.vary;
    names.push_back(known.name);
  }
  return absl::InvalidArgumentError(
      absl::StrCat("'", text, "' cannot be under test; --vary takes ", absl::StrJoin(names, ", ")));
}

std::vector<std::string> FingerprintDifferences(const RunResult& a, const RunResult& b) {
  const bool same_trace = a.trace.digest == b.trace.digest;
  std::vector<std::string> differences =
      same_trace ? Differences(a, b) : std::vector<std::string>();
  const std::vector<Trait> left = TraitsOf(a), right = TraitsOf(b);
  for (size_t i = 0; i < left.size(); ++i) {
    const bool is_of_machine = left[i].scope == Vary::kKernel || left[i].scope == Vary::kHost;
    if (left[i].value == right[i].value || !(same_trace || is_of_machine)) continue;
    differences.push_back(absl::StrCat(left[i].name, ": ", OrUnknown(left[i].value), " / ",
                                       OrUnknown(right[i].value)));
  }
  return differences;
}

Comparability CompareSides(const std::vector<NamedResult>& a, const std::vector<NamedResult>& b,
                           const std::set<Vary>& vary) {
  CHECK(!a.empty() && !b.empty());
  Comparability found;
  JudgeWithin(a, &found.obstacles);
  JudgeWithin(b, &found.obstacles);
  JudgeBetween(a.front().result, b.front().result, vary, &found);
  return found;
}

}  // namespace ioreel
