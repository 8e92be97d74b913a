#include "analysis/rank_test.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "analysis/normal.h"

namespace ioreel {
namespace {

constexpr size_t kMostCounted = 20;

struct Ranks {
  std::vector<int> doubled;  ///< 2 × midrank of each value, a whole number
  double ties = 0;           ///< Σ(t³ − t)
};

Ranks RanksOf(const std::vector<double>& values) {
  std::vector<size_t> order(values.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::sort(order.begin(), order.end(), [&](size_t x, size_t y) { return values[x] < values[y]; });
  Ranks ranks{.doubled = std::vector<int>(values.size())};
  for (size_t begin = 0, end = 0; begin < order.size(); begin = end) {
    while (end < order.size() && values[order[end]] == values[order[begin]]) ++end;
    const auto tied = static_cast<double>(end - begin);
    ranks.ties += tied * tied * tied - tied;
    for (size_t i = begin; i < end; ++i) {
      ranks.doubled[order[i]] = static_cast<int>(begin + 1 + end);
    }
  }
  return ranks;
}

int Sum(std::vector<int>::const_iterator begin, std::vector<int>::const_iterator end) {
  return std::accumulate(begin, end, 0);
}

/// ways[sum] = in how many ways items of that sum can be chosen, any number of them.
std::vector<double> WaysToSum(const std::vector<int>& items) {
  std::vector<double> ways(static_cast<size_t>(Sum(items.begin(), items.end())) + 1);
  ways[0] = 1;
  for (const int item : items) {
    for (size_t sum = ways.size(); sum-- > static_cast<size_t>(item);) {
      ways[sum] += ways[sum - static_cast<size_t>(item)];
    }
  }
  return ways;
}

/// The same of exactly `chosen` items.
std::vector<double> WaysToSum(const std::vector<int>& items, size_t chosen) {
  const size_t sums = static_cast<size_t>(Sum(items.begin(), items.end())) + 1;
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(sums));
  ways[0][0] = 1;
  for (const int item : items) {
    for (size_t count = chosen; count-- > 0;) {
      for (size_t sum = static_cast<size_t>(item); sum < sums; ++sum) {
        ways[count + 1][sum] += ways[count][sum - static_cast<size_t>(item)];
      }
    }
  }
  return ways[chosen];
}

/// Share of the ways whose sum is at least as far from `mean` as `seen`.
double TwoSided(const std::vector<double>& ways, double mean, int seen) {
  double all = 0, as_far = 0;
  for (size_t sum = 0; sum < ways.size(); ++sum) {
    all += ways[sum];
    if (std::abs(static_cast<double>(sum) - mean) >= std::abs(seen - mean)) as_far += ways[sum];
  }
  return as_far / all;
}

double TwoSidedNormal(double distance, double variance) {
  if (variance <= 0) return 1;
  const double z = std::max(0.0, std::abs(distance) - 0.5) / std::sqrt(variance);
  return 2 * NormalCdf(-z);
}

}  // namespace

double MannWhitneyP(const std::vector<double>& a, const std::vector<double>& b) {
  if (a.empty() || b.empty()) return 1;
  std::vector<double> all = a;
  all.insert(all.end(), b.begin(), b.end());
  const Ranks ranks = RanksOf(all);
  const auto a_count = static_cast<double>(a.size()), b_count = static_cast<double>(b.size());
  const double n = a_count + b_count;
  const double doubled_mean = a_count * (n + 1);
  const int seen =
      Sum(ranks.doubled.begin(), ranks.doubled.begin() + static_cast<std::ptrdiff_t>(a.size()));
  if (std::max(a.size(), b.size()) <= kMostCounted) {
    return TwoSided(WaysToSum(ranks.doubled, a.size()), doubled_mean, seen);
  }
  const double variance = a_count * b_count / 12 * (n + 1 - ranks.ties / (n * (n - 1)));
  return TwoSidedNormal((seen - doubled_mean) / 2, variance);
}

double WilcoxonP(const std::vector<double>& differences) {
  std::vector<double> signed_sizes = differences;
  std::erase(signed_sizes, 0.0);
  if (signed_sizes.empty()) return 1;
  std::vector<double> sizes;
  for (const double value : signed_sizes) sizes.push_back(std::abs(value));
  const Ranks ranks = RanksOf(sizes);
  int seen = 0;
  for (size_t i = 0; i < signed_sizes.size(); ++i) {
    if (signed_sizes[i] > 0) seen += ranks.doubled[i];
  }
  const auto n = static_cast<double>(sizes.size());
  const double doubled_mean = n * (n + 1) / 2;
  if (sizes.size() <= kMostCounted) return TwoSided(WaysToSum(ranks.doubled), doubled_mean, seen);
  return TwoSidedNormal((seen - doubled_mean) / 2,
                        n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48);
}

double SmallestMannWhitneyP(int a_count, int b_count) {
  double ways = 1;
  for (int i = 1; i <= a_count; ++i) ways *= static_cast<double>(b_count + i) / i;
  return std::min(1.0, 2 / ways);
}

double SmallestWilcoxonP(int pairs) { return std::min(1.0, std::ldexp(2.0, -pairs)); }

}  // namespace ioreel
