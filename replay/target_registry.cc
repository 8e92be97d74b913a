#include "replay/target_registry.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "replay/targets/single.h"

namespace ioreel {
namespace {

const TargetKind* FindKind(absl::string_view name) {
  for (const TargetKind* kind : AllTargetKinds()) {
    if (kind->name() == name) return kind;
  }
  return nullptr;
}

absl::Status CheckNames(absl::string_view text, const TargetSpec& spec) {
  if (FindKind(spec.name) == nullptr) {
    std::vector<absl::string_view> names;
    for (const TargetKind* kind : AllTargetKinds()) {
      if (!kind->name().empty()) names.push_back(kind->name());
    }
    const std::string known =
        names.empty() ? "" : absl::StrCat("; there are ", absl::StrJoin(names, ", "));
    return TargetSpecError(text, spec.column,
                           absl::StrCat("'", spec.name, "' is no kind of target", known,
                                        "; a path that looks so is written ./", spec.name, "(…"));
  }
  for (const TargetSpec& member : spec.members) {
    IOREEL_RETURN_IF_ERROR(CheckNames(text, member));
  }
  return absl::OkStatus();
}

/// Builds from the leaves up; `next_leaf` counts them.
absl::StatusOr<std::unique_ptr<Target>> Build(absl::string_view text, const TargetSpec& spec,
                                              absl::Span<const TargetDevice> devices,
                                              size_t* next_leaf) {
  TargetKind::Parts parts;
  parts.text = text;
  parts.spec = &spec;
  for (const TargetSpec& member : spec.members) {
    IOREEL_ASSIGN_OR_RETURN(auto target, Build(text, member, devices, next_leaf));
    parts.members.push_back(std::move(target));
  }
  if (spec.is_leaf()) {
    CHECK(*next_leaf < devices.size());
    parts.index = static_cast<uint16_t>(*next_leaf);
    parts.device = devices[(*next_leaf)++];
  }
  return FindKind(spec.name)->Build(std::move(parts));
}

}  // namespace

const std::vector<const TargetKind*>& AllTargetKinds() {
  static const auto* kinds = new std::vector<const TargetKind*>{SingleTargetKind()};
  return *kinds;
}

absl::StatusOr<TargetSpec> ParseKnownTargetSpec(absl::string_view text) {
  IOREEL_ASSIGN_OR_RETURN(TargetSpec spec, ParseTargetSpec(text));
  IOREEL_RETURN_IF_ERROR(CheckNames(text, spec));
  return spec;
}

absl::StatusOr<std::unique_ptr<Target>> MakeTarget(absl::string_view text, const TargetSpec& spec,
                                                   absl::Span<const TargetDevice> devices) {
  size_t next_leaf = 0;
  return Build(text, spec, devices, &next_leaf);
}

}  // namespace ioreel
