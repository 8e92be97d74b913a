#include "cli/edit_options.h"

#include <utility>

#include "base/status_macros.h"
#include "cli/command.h"
#include "formats/edit/anonymize_reader.h"
#include "formats/edit/filter_reader.h"
#include "formats/edit/merge_reader.h"
#include "formats/edit/split_reader.h"

namespace ioreel {

void EditOptions::Declare(FlagSet& flags) {
  filter_options_.Declare(flags);
  merge_.Declare(flags);
  flags.Length("--split", &split_bytes_, "cut longer I/Os into pieces of this size");
  flags.Flag("--anonymize", &anonymize_,
             "number devices and tasks instead of naming them; drop the command line, paths and "
             "notes");
}

absl::Status EditOptions::Check(TraceInput* input) {
  if (input->paths().empty() && !merge_.given()) return UsageError("name the trace to read");
  IOREEL_RETURN_IF_ERROR(merge_.Check(*input));
  IOREEL_ASSIGN_OR_RETURN(filter_, filter_options_.Filter(input));
  return absl::OkStatus();
}

std::vector<std::string> EditOptions::Inputs(const TraceInput& input) const {
  std::vector<std::string> names = input.paths();
  for (const MergePart& part : merge_.parts()) names.push_back(part.name);
  return names;
}

absl::StatusOr<std::unique_ptr<TraceReader>> EditOptions::OpenInput(const TraceInput& input,
                                                                    ImportLog* log) const {
  if (merge_.given()) return MakeMergeReader(merge_.PartsOf(input, log));
  return input.Open(input.paths(), input.options(), log);
}

bool EditOptions::filters_rows() const {
  TraceFilter rows = filter_;
  rows.level.reset();
  return !rows.empty();
}

absl::StatusOr<std::unique_ptr<TraceReader>> EditOptions::Open(const TraceInput& input,
                                                               ImportLog* log) const {
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<TraceReader> reader, OpenInput(input, log));
  if (filters()) reader = MakeFilterReader(std::move(reader), filter_, log);
  if (split_bytes_ > 0) reader = MakeSplitReader(std::move(reader), split_bytes_, log);
  if (anonymize_) reader = MakeAnonymizeReader(std::move(reader));
  return reader;
}

}  // namespace ioreel
