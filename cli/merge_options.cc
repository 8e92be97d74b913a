#include "cli/merge_options.h"

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

/// Sets what "repeat=3" says; false when `setting` is nothing of that kind.
absl::StatusOr<bool> Set(absl::string_view setting, MergePart* part) {
  const std::pair<absl::string_view, absl::string_view> pair =
      absl::StrSplit(setting, absl::MaxSplits('=', 1));
  const auto& [key, value] = pair;
  if (key == "start") {
    IOREEL_ASSIGN_OR_RETURN(part->start_ns, ParseDurationNs(value));
  } else if (key == "speed") {
    IOREEL_ASSIGN_OR_RETURN(part->speed, ParseSpeed(value));
  } else if (key == "repeat") {
    if (!absl::SimpleAtoi(value, &part->repeat) || part->repeat < 1)
      return absl::InvalidArgumentError(absl::StrCat("'", value, "' is not a number of passes"));
  } else {
    return false;
  }
  return true;
}

/// "b.ioreel,start=10s,repeat=3"; commas that no setting follows belong to the name.
absl::Status ReadPart(absl::string_view text, MergePart* part) {
  std::vector<absl::string_view> words = absl::StrSplit(text, ',');
  while (words.size() > 1) {
    const absl::StatusOr<bool> set = Set(words.back(), part);
    if (!set.ok()) return UsageError(absl::StrCat("--merge ", text, ": ", set.status().message()));
    if (!*set) break;
    words.pop_back();
  }
  part->name = absl::StrJoin(words, ",");
  return absl::OkStatus();
}

}  // namespace

void MergeOptions::Declare(FlagSet& flags) {
  flags.Option("--merge", &texts_,
               "merge this trace, too: its time 0 at `start`, `speed` times as fast, `repeat` "
               "times over",
               "FILE[,start=10s][,speed=2x][,repeat=3]");
}

absl::StatusOr<std::vector<MergePart>> MergeOptions::Parts(const TraceInput& input,
                                                           ImportLog* log) const {
  std::vector<MergePart> parts;
  const auto opener = [&input, log](std::vector<std::string> paths) {
    return [&input, log, paths, again = std::shared_ptr<ImportLog>()]() mutable {
      ImportLog* const passes_log = again == nullptr ? log : again.get();
      if (again == nullptr) again = std::make_shared<ImportLog>();
      return input.Open(paths, input.options(), passes_log);
    };
  };
  if (!input.paths().empty()) {
    parts.emplace_back().name = absl::StrJoin(input.paths(), " ");
    parts.back().open = opener(input.paths());
  }
  for (const std::string& text : texts_) {
    IOREEL_RETURN_IF_ERROR(ReadPart(text, &parts.emplace_back()));
    parts.back().open = opener({parts.back().name});
  }
  return parts;
}

}  // namespace ioreel
