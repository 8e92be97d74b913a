#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "replay/targets/kinds.h"
#include "replay/targets/spec_options.h"

namespace ioreel {
namespace {

/// An array one of whose members is not there; the array itself knows how to do without.
class DegradedKind : public TargetKind {
 public:
  absl::string_view name() const override { return "degraded"; }
  absl::string_view usage() const override { return "degraded(raid1(…)|raid5(…),missing=N)"; }
  absl::string_view description() const override {
    return "the array without its member N, counted from 0, which is not opened";
  }

  absl::Status Check(absl::string_view text, TargetSpec* spec) const override {
    const SpecOptions options(text, *spec);
    IOREEL_RETURN_IF_ERROR(options.CheckKnown({"missing"}));
    const bool redundant = spec->members.size() == 1 &&
                           (spec->members[0].name == "raid1" || spec->members[0].name == "raid5");
    if (!redundant) {
      const size_t column = spec->members.empty() ? spec->column : spec->members[0].column;
      return TargetSpecError(text, column, "expected one raid1(…) or raid5(…)");
    }
    std::vector<TargetSpec>& members = spec->members[0].members;
    IOREEL_ASSIGN_OR_RETURN(const size_t missing, options.Index("missing", members.size()));
    members[missing].missing = true;
    return absl::OkStatus();
  }
  absl::StatusOr<std::unique_ptr<Volume>> Build(Parts parts) const override {
    return std::move(parts.members[0]);
  }
};

}  // namespace

const TargetKind* DegradedTargetKind() {
  static const DegradedKind kind;
  return &kind;
}

}  // namespace ioreel
