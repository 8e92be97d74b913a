#include "replay/targets/spec_options.h"

#include <algorithm>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr uint64_t kUnit = 4096, kMostUnit = 1 << 30;

}  // namespace

absl::Status SpecOptions::Error(const std::string& key, absl::string_view what) const {
  const auto option = spec_.options.find(key);
  const size_t column = option == spec_.options.end() ? spec_.column : option->second.value_column;
  return TargetSpecError(text_, column, what);
}

absl::Status SpecOptions::CheckKnown(std::initializer_list<absl::string_view> known) const {
  for (const auto& [key, option] : spec_.options) {
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    return TargetSpecError(text_, option.column,
                           absl::StrCat("'", key, "' is no option of ", spec_.name, ", which has ",
                                        known.size() == 0 ? "none" : absl::StrJoin(known, ", "),
                                        "; a path that looks so is written ./", key, "=…"));
  }
  return absl::OkStatus();
}

absl::Status SpecOptions::CheckMembers(size_t least) const {
  if (spec_.members.size() >= least) return absl::OkStatus();
  return TargetSpecError(text_, spec_.column,
                         absl::StrCat(spec_.name, " takes at least ", least, " members, found ",
                                      spec_.members.size()));
}

absl::StatusOr<uint64_t> SpecOptions::Size(const std::string& key, uint64_t otherwise) const {
  const auto option = spec_.options.find(key);
  if (option == spec_.options.end()) return otherwise;
  const auto size = ParseSize(option->second.value);
  if (size.ok()) return *size;
  return Error(
      key, absl::StrCat("expected a size such as 64k or 10g, found '", option->second.value, "'"));
}

absl::StatusOr<uint64_t> SpecOptions::Unit(const std::string& key, uint64_t otherwise) const {
  IOREEL_ASSIGN_OR_RETURN(const uint64_t size, Size(key, otherwise));
  if (size > 0 && size % kUnit == 0 && size <= kMostUnit) return size;
  return Error(key, absl::StrCat("expected a multiple of 4k, at most 1g, found '",
                                 spec_.options.at(key).value, "'"));
}

absl::StatusOr<size_t> SpecOptions::Choice(const std::string& key,
                                           const std::vector<absl::string_view>& names) const {
  const auto option = spec_.options.find(key);
  if (option == spec_.options.end()) return 0;
  const auto found = std::find(names.begin(), names.end(), option->second.value);
  if (found != names.end()) return static_cast<size_t>(found - names.begin());
  return Error(key, absl::StrCat("expected one of ", absl::StrJoin(names, ", "), "; found '",
                                 option->second.value, "'"));
}

absl::StatusOr<size_t> SpecOptions::Index(const std::string& key, size_t end) const {
  const auto option = spec_.options.find(key);
  if (option == spec_.options.end()) {
    return Error(key, absl::StrCat(spec_.name, " lacks its '", key, "='"));
  }
  size_t index = 0;
  if (absl::SimpleAtoi(option->second.value, &index) && index < end) return index;
  return Error(key, absl::StrCat("expected a number from 0 to ", end - 1, ", found '",
                                 option->second.value, "'"));
}

}  // namespace ioreel
