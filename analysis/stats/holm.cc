#include "analysis/stats/holm.h"

#include <algorithm>
#include <numeric>

namespace ioreel {

std::vector<double> HolmAdjusted(const std::vector<double>& p) {
  std::vector<size_t> by_size(p.size());
  std::iota(by_size.begin(), by_size.end(), 0);
  std::sort(by_size.begin(), by_size.end(), [&p](size_t a, size_t b) { return p[a] < p[b]; });
  std::vector<double> adjusted(p.size());
  double least = 0;
  for (size_t k = 0; k < p.size(); ++k) {
    least = std::max(least, std::min(1.0, p[by_size[k]] * static_cast<double>(p.size() - k)));
    adjusted[by_size[k]] = least;
  }
  return adjusted;
}

}  // namespace ioreel
