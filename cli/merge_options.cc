#include "cli/merge_options.h"

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "cli/command.h"

namespace ioreel {
namespace {

/// One of a part's settings: "repeat" and "3". Errors: what is wrong with the value.
absl::Status Set(absl::string_view key, absl::string_view value, MergePart* part) {
  if (key == "start") {
    IOREEL_ASSIGN_OR_RETURN(part->start_ns, ParseSignedDurationNs(value));
  } else if (key == "speed") {
    IOREEL_ASSIGN_OR_RETURN(part->speed, ParseFactor(value));
  } else if (!absl::SimpleAtoi(value, &part->repeat) || part->repeat < 1) {
    return absl::InvalidArgumentError(absl::StrCat("'", value, "' is not a number of passes"));
  }
  return absl::OkStatus();
}

/// "b.ioreel,start=10s,repeat=3"; what stands before the settings is the name, with its commas.
absl::Status ReadPart(absl::string_view text, MergePart* part) {
  const std::set<absl::string_view> keys = {"start", "speed", "repeat"};
  std::set<absl::string_view> seen;
  std::vector<absl::string_view> words = absl::StrSplit(text, ',');
  for (; words.size() > 1; words.pop_back()) {
    const std::pair<absl::string_view, absl::string_view> setting =
        absl::StrSplit(words.back(), absl::MaxSplits('=', 1));
    const auto& [key, value] = setting;
    if (keys.count(key) == 0) break;
    if (!seen.insert(key).second) return absl::InvalidArgumentError(absl::StrCat(key, "= twice"));
    IOREEL_RETURN_IF_ERROR(Set(key, value, part));
  }
  part->name = absl::StrJoin(words, ",");
  return part->name.empty() ? absl::InvalidArgumentError("names no file") : absl::OkStatus();
}

}  // namespace

void MergeOptions::Declare(FlagSet& flags) {
  flags.Option("--merge", &texts_,
               "merge this trace, too: its time 0 at `start`, `speed` times as fast, `repeat` "
               "times over",
               "FILE[,start=10s][,speed=2x][,repeat=3]");
}

absl::Status MergeOptions::Check(const TraceInput& input) {
  int64_t standard_input = std::count(input.paths().begin(), input.paths().end(), "-");
  for (const std::string& text : texts_) {
    MergePart& part = parts_.emplace_back();
    absl::Status status = ReadPart(text, &part);
    if (part.name == "-") standard_input += part.repeat;
    if (status.ok() && standard_input > 1)
      status = absl::InvalidArgumentError("standard input can be read only once");
    if (!status.ok()) return UsageError(absl::StrCat("--merge ", text, ": ", status.message()));
  }
  return absl::OkStatus();
}

MergePart MergeOptions::Openable(MergePart part, std::vector<std::string> paths,
                                 const TraceInput& input, ImportLog* log) {
  part.open = [&input, log, paths = std::move(paths), again = std::make_shared<ImportLog>(),
               first = true]() mutable {
    return input.Open(paths, input.options(), std::exchange(first, false) ? log : again.get());
  };
  return part;
}

std::vector<MergePart> MergeOptions::PartsOf(const TraceInput& input, ImportLog* log) const {
  std::vector<MergePart> parts;
  if (!input.paths().empty())
    parts.push_back(
        Openable({.name = absl::StrJoin(input.paths(), " ")}, input.paths(), input, log));
  for (const MergePart& part : parts_) parts.push_back(Openable(part, {part.name}, input, log));
  return parts;
}

}  // namespace ioreel
