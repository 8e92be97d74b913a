#include "analysis/stats/rank_test.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "analysis/stats/normal.h"

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
  size_t reach = 0;  // the largest sum so far
  for (const int number : items) {
    const auto item = static_cast<size_t>(number);
    reach += item;
    for (size_t sum = reach + 1; sum-- > item;) ways[sum] += ways[sum - item];
  }
  return ways;
}

/// The same of exactly `chosen` items.
std::vector<double> WaysToSum(const std::vector<int>& items, size_t chosen) {
  const size_t sums = static_cast<size_t>(Sum(items.begin(), items.end())) + 1;
  std::vector<std::vector<double>> ways(chosen + 1, std::vector<double>(sums));
  ways[0][0] = 1;
  size_t reach = 0, seen = 0;  // the largest sum so far, of so many items
  for (const int number : items) {
    const auto item = static_cast<size_t>(number);
    reach += item;
    for (size_t count = std::min(chosen, ++seen); count-- > 0;) {
      for (size_t sum = item; sum <= reach; ++sum) ways[count + 1][sum] += ways[count][sum - item];
    }
  }
  return ways[chosen];
}

/// A sum of ranks, with all sums that chance could have given.
struct RankSum {
  int doubled;               ///< 2 × the sum that was seen
  double doubled_mean;       ///< of all sums
  std::vector<double> ways;  ///< to come to each doubled sum; empty for too many to count
  double variance;           ///< of the normal approximation

  /// How far the sum lies above its mean, in ranks.
  double distance() const { return (doubled - doubled_mean) / 2; }
};

/// Share of the ways whose sum is at least as far from the mean as the one seen.
double CountedTwoSided(const RankSum& sum) {
  double all = 0, as_far = 0;
  for (size_t i = 0; i < sum.ways.size(); ++i) {
    all += sum.ways[i];
    const double distance = std::abs(static_cast<double>(i) - sum.doubled_mean);
    if (distance >= std::abs(sum.doubled - sum.doubled_mean)) as_far += sum.ways[i];
  }
  return as_far / all;
}

/// Share of the ways whose sum is at least the one seen.
double CountedUpper(const RankSum& sum) {
  const auto seen = sum.ways.begin() + sum.doubled;
  return std::accumulate(seen, sum.ways.end(), 0.0) /
         std::accumulate(sum.ways.begin(), sum.ways.end(), 0.0);
}

constexpr double kContinuity = 0.5;

double TwoSidedP(const RankSum& sum) {
  if (!sum.ways.empty()) return CountedTwoSided(sum);
  if (sum.variance <= 0) return 1;
  const double far = std::max(0.0, std::abs(sum.distance()) - kContinuity);
  return 2 * NormalCdf(-far / std::sqrt(sum.variance));
}

double UpperP(const RankSum& sum) {
  if (!sum.ways.empty()) return CountedUpper(sum);
  if (sum.variance <= 0) return 1;
  return NormalCdf(-(sum.distance() - kContinuity) / std::sqrt(sum.variance));
}

/// Of the ranks of b. REQUIRES: neither is empty.
RankSum MannWhitney(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> all = b;
  all.insert(all.end(), a.begin(), a.end());
  const Ranks ranks = RanksOf(all);
  const auto a_count = static_cast<double>(a.size()), b_count = static_cast<double>(b.size());
  const double n = a_count + b_count;
  const auto b_end = ranks.doubled.begin() + static_cast<std::ptrdiff_t>(b.size());
  RankSum sum = {.doubled = Sum(ranks.doubled.begin(), b_end),
                 .doubled_mean = b_count * (n + 1),
                 .ways = {},
                 .variance = a_count * b_count / 12 * (n + 1 - ranks.ties / (n * (n - 1)))};
  if (std::max(a.size(), b.size()) <= kMostCounted) sum.ways = WaysToSum(ranks.doubled, b.size());
  return sum;
}

/// Of the ranks of those above 0, by size; nullopt where all are 0.
std::optional<RankSum> Wilcoxon(const std::vector<double>& differences) {
  std::vector<double> signed_sizes = differences;
  std::erase(signed_sizes, 0.0);
  if (signed_sizes.empty()) return std::nullopt;
  std::vector<double> sizes;
  for (const double value : signed_sizes) sizes.push_back(std::abs(value));
  const Ranks ranks = RanksOf(sizes);
  const auto n = static_cast<double>(sizes.size());
  RankSum sum = {.doubled = 0,
                 .doubled_mean = n * (n + 1) / 2,
                 .ways = {},
                 .variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.ties / 48};
  for (size_t i = 0; i < signed_sizes.size(); ++i) {
    if (signed_sizes[i] > 0) sum.doubled += ranks.doubled[i];
  }
  if (sizes.size() <= kMostCounted) sum.ways = WaysToSum(ranks.doubled);
  return sum;
}

}  // namespace

double MannWhitneyP(const std::vector<double>& a, const std::vector<double>& b) {
  return a.empty() || b.empty() ? 1 : TwoSidedP(MannWhitney(a, b));
}

double MannWhitneyUpperP(const std::vector<double>& a, const std::vector<double>& b) {
  return a.empty() || b.empty() ? 1 : UpperP(MannWhitney(a, b));
}

double WilcoxonP(const std::vector<double>& differences) {
  const std::optional<RankSum> sum = Wilcoxon(differences);
  return sum ? TwoSidedP(*sum) : 1;
}

double WilcoxonUpperP(const std::vector<double>& differences) {
  const std::optional<RankSum> sum = Wilcoxon(differences);
  return sum ? UpperP(*sum) : 1;
}

double SmallestMannWhitneyP(int a_count, int b_count) {
  double ways = 1;
  for (int i = 1; i <= a_count; ++i) ways *= static_cast<double>(b_count + i) / i;
  return std::min(1.0, 2 / ways);
}

double SmallestWilcoxonP(int pairs) { return std::min(1.0, std::ldexp(2.0, -pairs)); }

}  // namespace ioreel
