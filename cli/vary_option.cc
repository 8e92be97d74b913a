#include "cli/vary_option.h"

#include "cli/command.h"

namespace ioreel {

void VaryOption::Declare(FlagSet& flags) {
  flags.Option("--vary", &names_,
               "what is under test and may differ: target (the default), kernel, host, "
               "filesystem; may be given several times",
               "WHAT");
}

absl::StatusOr<std::set<Vary>> VaryOption::Varied() const {
  if (names_.empty()) return std::set<Vary>{Vary::kTarget};
  std::set<Vary> varied;
  for (const std::string& text : names_) {
    const absl::StatusOr<Vary> vary = ParseVary(text);
    if (!vary.ok()) return UsageError(vary.status().message());
    varied.insert(*vary);
  }
  return varied;
}

}  // namespace ioreel
