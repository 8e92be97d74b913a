#include "capture/trace_mask.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"

namespace ioreel {
namespace {

/// By bit, as linux/blktrace_api.h has them.
constexpr absl::string_view kNames[] = {
    "read", "write", "flush",  "sync",  "queue", "requeue", "issue",    "complete",
    "fs",   "pc",    "notify", "ahead", "meta",  "discard", "drv_data", "fua"};

}  // namespace

std::string TraceMaskNames() { return absl::StrJoin(kNames, ", "); }

absl::StatusOr<uint32_t> ParseTraceMask(absl::string_view text) {
  uint32_t mask = 0;
  for (absl::string_view word : absl::StrSplit(text, ',', absl::SkipEmpty())) {
    const auto found = std::find(std::begin(kNames), std::end(kNames), word);
    if (found == std::end(kNames)) {
      return absl::InvalidArgumentError(
          absl::StrCat("--mask: no kind of events \"", word, "\"; there are ", TraceMaskNames()));
    }
    mask |= 1u << (found - std::begin(kNames));
  }
  if (mask == 0) {
    return absl::InvalidArgumentError(
        absl::StrCat("--mask: names no kind of events; there are ", TraceMaskNames()));
  }
  return mask;
}

}  // namespace ioreel
