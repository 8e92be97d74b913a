#include "cli/filter_options.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"
#include "formats/registry.h"

namespace ioreel {
namespace {

std::string OpNames() {
  std::vector<absl::string_view> names;
  for (int i = 0; i < kOpCount; ++i) names.push_back(OpName(static_cast<Op>(i)));
  return absl::StrJoin(names, ", ");
}

}  // namespace

void FilterOptions::Declare(FlagSet& flags, bool names_formats) {
  const std::string from_help = "only what starts at this trace time or later, as 10s";
  if (names_formats)
    flags.Option("--from", &from_,
                 from_help + "; or a format's name, which is the same as --format", "TIME|NAME");
  else
    flags.Option("--from", &from_, from_help, "TIME");
  flags.Option("--to", &to_, "only what starts before this trace time", "TIME");
  flags.Option("--device", &devices_, "only I/Os of this device", "NAME");
  flags.Option("--task", &tasks_, "only I/Os of this thread or process", "NAME|PID");
  flags.Flag("--tree", &tree_, "only I/Os of the recorded command and its descendants");
  flags.Option("--op", &ops_, "only these operations, as read,write", "OP,...");
  flags.Option("--offset-range", &range_,
               "only I/Os that touch these bytes of their device, as 1g-2g (the end is not part "
               "of it); either may be missing",
               "BEGIN-END");
}

absl::StatusOr<TraceFilter> FilterOptions::Filter(TraceInput* input) const {
  TraceFilter filter;
  filter.devices = devices_;
  filter.tasks = tasks_;
  filter.tree = tree_;
  IOREEL_RETURN_IF_ERROR(ReadTimes(input, &filter));
  IOREEL_RETURN_IF_ERROR(ReadRange(&filter));
  IOREEL_RETURN_IF_ERROR(ReadOps(&filter));
  return filter;
}

absl::Status FilterOptions::ReadTimes(TraceInput* input, TraceFilter* filter) const {
  if (input != nullptr && FindFormat(from_) != nullptr) {
    IOREEL_RETURN_IF_ERROR(input->SetFormat(from_));
  } else if (!from_.empty()) {
    const absl::StatusOr<int64_t> from_ns = ParseSignedDurationNs(from_);
    if (!from_ns.ok())
      return UsageError(absl::StrCat(
          "--from ", from_, ": takes ",
          input ? absl::StrCat("a format's name (", FormatNames(AllFormats()), ") or ") : "",
          "a time such as 10s"));
    filter->from_ns = *from_ns;
  }
  if (to_.empty()) return absl::OkStatus();
  const absl::StatusOr<int64_t> to_ns = ParseSignedDurationNs(to_);
  if (!to_ns.ok())
    return UsageError(absl::StrCat(
        "--to ", to_, ": takes a time such as 10s",
        FindFormat(to_) != nullptr ? "; --output-format names the format to write" : ""));
  filter->to_ns = *to_ns;
  if (filter->from_ns == kNoTime || filter->from_ns < *to_ns) return absl::OkStatus();
  return UsageError(absl::StrCat("--from ", from_, " --to ", to_, ": nothing is between them"));
}

absl::Status FilterOptions::ReadRange(TraceFilter* filter) const {
  if (range_.empty()) return absl::OkStatus();
  const std::vector<std::string> ends = absl::StrSplit(range_, '-');
  const auto bad = [this] {
    return UsageError(absl::StrCat("--offset-range ", range_, ": takes a range such as 1g-2g"));
  };
  if (ends.size() != 2 || range_ == "-") return bad();
  std::optional<uint64_t>* const bounds[] = {&filter->offset_begin, &filter->offset_end};
  for (size_t i = 0; i < ends.size(); ++i) {
    if (ends[i].empty()) continue;
    const absl::StatusOr<uint64_t> bytes = ParseSize(ends[i]);
    if (!bytes.ok()) return bad();
    *bounds[i] = *bytes;
  }
  if (!filter->offset_end || filter->offset_begin.value_or(0) < *filter->offset_end)
    return absl::OkStatus();
  return UsageError(absl::StrCat("--offset-range ", range_, ": nothing is between them"));
}

absl::Status FilterOptions::ReadOps(TraceFilter* filter) const {
  for (const std::string& names : ops_) {
    for (const absl::string_view name : absl::StrSplit(names, ',')) {
      const std::optional<Op> op = FindOp(name);
      if (!op)
        return UsageError(absl::StrCat("--op ", names, ": '", name, "' is none of ", OpNames()));
      filter->ops.push_back(*op);
    }
  }
  return absl::OkStatus();
}

}  // namespace ioreel
