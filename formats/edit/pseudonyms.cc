#include "formats/edit/pseudonyms.h"

#include "absl/strings/str_cat.h"

namespace ioreel {

std::string Pseudonyms::Of(absl::string_view name) {
  if (name.empty()) return "";
  const auto known = known_.find(name);
  if (known != known_.end()) return known->second;
  return known_[std::string(name)] = New(name);
}

std::string Pseudonyms::New(absl::string_view name) {
  for (uint32_t turn = 0;; ++turn) {
    std::string pseudonym = absl::StrCat(kind_, "-", key_.Hash(kind_, name, turn));
    if (taken_.insert(pseudonym).second) return pseudonym;
  }
}

}  // namespace ioreel
