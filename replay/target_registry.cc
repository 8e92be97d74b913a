#include "replay/target_registry.h"

#include <algorithm>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/check.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "replay/targets/kinds.h"
#include "replay/targets/sim_drive.h"

namespace ioreel {
namespace {

const TargetKind* FindKind(absl::string_view name) {
  for (const TargetKind* kind : AllTargetKinds()) {
    if (kind->name() == name) return kind;
  }
  return nullptr;
}

absl::Status UnknownKind(absl::string_view text, const TargetSpec& spec) {
  std::vector<absl::string_view> names;
  for (const TargetKind* kind : AllTargetKinds()) {
    if (!kind->name().empty()) names.push_back(kind->name());
  }
  return TargetSpecError(
      text, spec.column,
      absl::StrCat("'", spec.name, "' is no kind of target; there are ", absl::StrJoin(names, ", "),
                   "; a path that looks so is written ./", spec.name, "(…"));
}

/// Makes a member of `fast=PATH`.
void TakeRole(const std::string& role, TargetSpec* spec) {
  const auto option = spec->options.find(role);
  if (option == spec->options.end()) return;
  TargetSpec leaf;
  leaf.path = option->second.value;
  leaf.role = role;
  leaf.column = option->second.value_column;
  spec->members.push_back(std::move(leaf));
  spec->options.erase(option);
}

/// A member stands behind one of the kind's roles; without any where the kind has none.
absl::Status CheckRole(absl::string_view text, const TargetSpec& spec, const TargetSpec& member,
                       const std::vector<std::string>& roles) {
  const bool known = std::find(roles.begin(), roles.end(), member.role) != roles.end();
  if (known || (roles.empty() && member.role.empty())) return absl::OkStatus();
  return TargetSpecError(
      text, member.column,
      member.role.empty() ? absl::StrCat("a member of ", spec.name, " stands behind ",
                                         absl::StrJoin(roles, "= or "), "=")
                          : absl::StrCat("'", member.role, "' of ", spec.name, " names no member"));
}

/// Puts named members in the order of the kind's roles; each must be there once.
absl::Status SortByRole(absl::string_view text, const TargetKind& kind, TargetSpec* spec) {
  const std::vector<std::string> roles = kind.roles();
  for (const std::string& role : roles) TakeRole(role, spec);
  for (const TargetSpec& member : spec->members) {
    IOREEL_RETURN_IF_ERROR(CheckRole(text, *spec, member, roles));
  }
  if (roles.empty()) return absl::OkStatus();
  std::vector<TargetSpec> sorted;
  for (const std::string& role : roles) {
    const size_t before = sorted.size();
    for (const TargetSpec& member : spec->members) {
      if (member.role == role) sorted.push_back(member);
    }
    if (sorted.size() == before) {
      return TargetSpecError(
          text, spec->column,
          absl::StrCat(spec->name, " lacks its '", role, "='; it is written ", kind.usage()));
    }
    if (sorted.size() > before + 1) {
      return TargetSpecError(text, sorted.back().column,
                             absl::StrCat("'", role, "' is given twice"));
    }
  }
  spec->members = std::move(sorted);
  return absl::OkStatus();
}

absl::Status Check(absl::string_view text, TargetSpec* spec) {
  const TargetKind* const kind = FindKind(spec->name);
  if (kind == nullptr) return UnknownKind(text, *spec);
  IOREEL_RETURN_IF_ERROR(SortByRole(text, *kind, spec));
  for (TargetSpec& member : spec->members) {
    IOREEL_RETURN_IF_ERROR(Check(text, &member));
  }
  return kind->Check(text, spec);
}

size_t Nodes(const TargetSpec& spec) {
  size_t nodes = 1;
  for (const TargetSpec& member : spec.members) nodes += Nodes(member);
  return nodes;
}

/// Simulated drives run on a clock of their own.
absl::Status CheckSimDrives(absl::string_view text, const TargetSpec& spec) {
  const std::vector<TargetSpec::Leaf> leaves = spec.Leaves();
  for (const TargetSpec::Leaf& leaf : leaves) {
    if (IsSimDrive(leaf.path) != IsSimDrive(leaves.front().path)) {
      return TargetSpecError(text, leaf.column,
                             "simulated and real members have different clocks and cannot be one "
                             "target");
    }
    if (!IsSimDrive(leaf.path)) continue;
    size_t fault = 0;
    const auto drive = ParseSimDrive(leaf.path, &fault);
    if (drive.ok()) continue;
    const size_t quote = text[leaf.column - 1] == '"' ? 1 : 0;
    return TargetSpecError(text, leaf.column + quote + fault, drive.status().message());
  }
  return absl::OkStatus();
}

/// Builds from the leaves up.
class Builder {
 public:
  Builder(absl::string_view text, absl::Span<const TargetDevice> devices)
      : text_(text), devices_(devices) {}

  absl::StatusOr<std::unique_ptr<Volume>> Build(const TargetSpec& spec) {
    TargetKind::Parts parts;
    parts.text = text_;
    parts.spec = &spec;
    parts.scope = next_scope_++;
    for (const TargetSpec& member : spec.members) {
      std::unique_ptr<Volume> volume;
      if (!member.missing) {
        IOREEL_ASSIGN_OR_RETURN(volume, Build(member));
      }
      parts.members.push_back(std::move(volume));
    }
    if (spec.is_leaf()) {
      CHECK(next_leaf_ < devices_.size());
      parts.index = static_cast<uint16_t>(next_leaf_);
      parts.device = devices_[next_leaf_++];
    }
    return FindKind(spec.name)->Build(std::move(parts));
  }

 private:
  absl::string_view text_;
  absl::Span<const TargetDevice> devices_;
  size_t next_leaf_ = 0;
  uint32_t next_scope_ = 0;
};

}  // namespace

const std::vector<const TargetKind*>& AllTargetKinds() {
  static const auto* kinds = new std::vector<const TargetKind*>{
      SingleTargetKind(), Raid0TargetKind(),    ConcatTargetKind(), Raid1TargetKind(),
      Raid5TargetKind(),  DegradedTargetKind(), CacheTargetKind(),
  };
  return *kinds;
}

absl::StatusOr<TargetSpec> ParseKnownTargetSpec(absl::string_view text) {
  IOREEL_ASSIGN_OR_RETURN(TargetSpec spec, ParseTargetSpec(text));
  if (Nodes(spec) > kMostTargetDevices) {
    return absl::InvalidArgumentError(absl::StrCat("a target is of at most ", kMostTargetDevices,
                                                   " drives, arrays and caches, found ",
                                                   Nodes(spec)));
  }
  IOREEL_RETURN_IF_ERROR(Check(text, &spec));
  IOREEL_RETURN_IF_ERROR(CheckSimDrives(text, spec));
  return spec;
}

bool IsSimulated(const TargetSpec& spec) { return IsSimDrive(spec.Leaves().front().path); }

absl::StatusOr<std::unique_ptr<Target>> MakeTarget(absl::string_view text, const TargetSpec& spec,
                                                   absl::Span<const TargetDevice> devices) {
  uint64_t sum = 0;
  for (const TargetDevice& device : devices) {
    const auto more = CheckedAdd(sum, device.size_bytes);
    if (!more) {
      return TargetSpecError(text, spec.column, "its drives have more than 2^64 bytes together");
    }
    sum = *more;
  }
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<Volume> root, Builder(text, devices).Build(spec));
  return MakeVolumeTarget(std::move(root));
}

}  // namespace ioreel
