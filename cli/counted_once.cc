#include "cli/counted_once.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "cli/command.h"

namespace ioreel {
namespace {

struct Counted {
  const NamedResult* named;
  bool is_candidate;
};

absl::Status SameTwice(const Counted& a, const Counted& b) {
  if (a.is_candidate == b.is_candidate) {
    return UsageError(absl::StrCat(a.named->name, " and ", b.named->name,
                                   " are the same result, which counts once; name one of them"));
  }
  return UsageError(absl::StrCat(
      a.named->name, " of the baseline and ", b.named->name,
      " of the candidate are the same result: it says nothing to hold it against itself; judge a "
      "result before it is pinned, or take it out of the baseline"));
}

}  // namespace

absl::Status CheckCountedOnce(const std::vector<NamedResult>& baseline,
                              const std::vector<NamedResult>& candidate) {
  std::multimap<int64_t, Counted> by_time;
  for (const auto* side : {&baseline, &candidate}) {
    for (const NamedResult& named : *side) {
      const int64_t made = named.result.created_wall_ns;
      const Counted counted = {&named, side == &candidate};
      for (auto [it, end] = by_time.equal_range(made); it != end; ++it) {
        if (it->second.named->result == named.result) return SameTwice(it->second, counted);
      }
      by_time.emplace(made, counted);
    }
  }
  return absl::OkStatus();
}

}  // namespace ioreel
