#include "cli/trace_input.h"

#include "absl/strings/str_cat.h"
#include "cli/command.h"
#include "formats/columnar/column_choice.h"
#include "formats/load.h"
#include "formats/registry.h"

namespace ioreel {
namespace {

std::vector<std::string> FormatNames() {
  std::vector<std::string> names;
  for (const Format* format : AllFormats()) names.emplace_back(format->name());
  return names;
}

TimeOrder TimeOrderOf(absl::string_view name) {
  if (name == "sort") return TimeOrder::kSort;
  if (name == "clamp") return TimeOrder::kClamp;
  return name == "reject" ? TimeOrder::kReject : TimeOrder::kDefault;
}

absl::Status CheckColumns(absl::string_view text) {
  if (text.empty())
    return absl::InvalidArgumentError("names no column; as in time=1[us],op=2,offset=3,length=4");
  return ParseColumnChoices(text).status();
}

}  // namespace

void TraceInput::Declare(FlagSet& flags, bool required) {
  flags.Positionals("trace", &paths_,
                    "file, blktrace base name or folder; compressed or not; - = standard input",
                    required);
  flags.Choice("--format", &format_, FormatNames(), "format to read; told by the contents");
  flags.Checked("--columns", &options_.columns, CheckColumns,
                "of a table: what its columns hold, by name or number, and their units, as in "
                "time=ts[us],op=3[0=read;1=write],offset=lba[512B],length=size (docs/formats.md)",
                "ROLE=COLUMN[UNIT],...");
  flags.Flag("--tolerant", &options_.tolerant, "skip and count bad lines of a text");
  flags.Choice("--time-order", &time_order_, {"sort", "clamp", "reject"},
               "what to do where time goes backwards; told by the format");
  flags.Choice("--wait-unit", &options_.wait_unit, {"us", "ms"},
               "fio iolog version 2: us = µs after the wait before (as documented), ms = ms "
               "after the start (as fio executes it, the default)");
}

ReadOptions TraceInput::options() const {
  ReadOptions options = options_;
  options.time_order = TimeOrderOf(time_order_);
  return options;
}

absl::Status TraceInput::SetFormat(const std::string& name) {
  if (!format_.empty() && format_ != name)
    return UsageError(
        absl::StrCat("--format ", format_, " and --from ", name, ": one format only"));
  format_ = name;
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<TraceReader>> TraceInput::Open(const std::vector<std::string>& paths,
                                                              const ReadOptions& options,
                                                              ImportLog* log) const {
  return OpenTrace(paths, format_, options, log);
}

}  // namespace ioreel
