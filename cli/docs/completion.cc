#include "cli/docs/completion.h"

#include <algorithm>

#include "absl/strings/match.h"

namespace ioreel {

bool TakesFile(const OptionDoc& option) {
  if (option.positional) return true;
  const auto names = {"FILE", "DEVICE", "PATH", "TARGET", "FOLDER", "json"};
  return std::any_of(names.begin(), names.end(), [&option](absl::string_view name) {
    return absl::StrContains(option.value, name);
  });
}

}  // namespace ioreel
