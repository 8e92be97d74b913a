#include "formats/number_gaps.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace ioreel {

std::string NumberGaps(const std::set<int>& present, int end) {
  std::vector<std::string> gaps;
  for (int number = 0; number < end; ++number) {
    const int first = number;
    const auto next = present.lower_bound(first);
    number = next == present.end() || *next > end ? end : *next;
    if (number == first) continue;
    gaps.push_back(number - first == 1 ? absl::StrCat(first)
                                       : absl::StrCat(first, "-", number - 1));
  }
  return absl::StrJoin(gaps, ", ");
}

}  // namespace ioreel
