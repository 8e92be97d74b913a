#include "formats/model/io_flags.h"

#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace ioreel {
namespace {

constexpr absl::string_view kNames[] = {"sync",     "meta",          "readahead", "fua",
                                        "preflush", "invented_time", "paging"};

}  // namespace

std::string IoFlagsText(IoFlags flags) {
  std::vector<absl::string_view> names;
  for (size_t bit = 0; bit < std::size(kNames); ++bit) {
    if (flags & (1 << bit)) names.push_back(kNames[bit]);
  }
  return absl::StrJoin(names, "|");
}

std::optional<IoFlags> ParseIoFlags(absl::string_view text) {
  IoFlags flags = 0;
  for (absl::string_view name : absl::StrSplit(text, '|', absl::SkipEmpty())) {
    size_t bit = 0;
    while (bit < std::size(kNames) && kNames[bit] != name) ++bit;
    if (bit == std::size(kNames)) return std::nullopt;
    flags = static_cast<IoFlags>(flags | 1 << bit);
  }
  return flags;
}

}  // namespace ioreel
