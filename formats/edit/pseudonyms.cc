#include "formats/edit/pseudonyms.h"

#include "absl/strings/str_cat.h"

namespace ioreel {

std::string Pseudonyms::Of(absl::string_view name) {
  if (name.empty()) return "";
  auto known = known_.find(name);
  if (known == known_.end()) known = known_.emplace(std::string(name), NewNumber(name)).first;
  return absl::StrCat(kind_, "-", absl::Hex(known->second, absl::kZeroPad12));
}

uint64_t Pseudonyms::NewNumber(absl::string_view name) {
  for (uint32_t turn = 0;; ++turn) {
    const uint64_t number = key_.Hash(kind_, name, turn);
    if (taken_.insert(number).second) return number;
  }
}

}  // namespace ioreel
