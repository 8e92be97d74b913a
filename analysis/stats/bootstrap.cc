#include "analysis/stats/bootstrap.h"

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/stats/normal.h"
#include "base/check.h"

namespace ioreel {
namespace {

constexpr int kResamples = 10'000;
constexpr double kTail = 0.025;

/// A whole number below `bound`; std::uniform_int_distribution differs from library to library.
size_t Below(size_t bound, std::mt19937_64* random) {
  return static_cast<size_t>((static_cast<unsigned __int128>((*random)()) * bound) >> 64);
}

std::vector<double> Resampled(const Samples& samples, const Statistic& statistic, uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<double> values;
  Samples drawn = samples;
  for (int i = 0; i < kResamples; ++i) {
    for (size_t s = 0; s < samples.size(); ++s) {
      for (double& value : drawn[s]) value = samples[s][Below(samples[s].size(), &random)];
    }
    values.push_back(statistic(drawn));
  }
  std::sort(values.begin(), values.end());
  return values;
}

double Quantile(const std::vector<double>& sorted, double share) {
  const double index = share * static_cast<double>(sorted.size());
  return sorted[std::min(static_cast<size_t>(index), sorted.size() - 1)];
}

/// z of the share of resampled values below the statistic itself, half of the equal ones with them.
double Bias(const std::vector<double>& sorted, double value) {
  const auto [begin, end] = std::equal_range(sorted.begin(), sorted.end(), value);
  const double below = static_cast<double>((begin - sorted.begin()) + (end - sorted.begin())) / 2;
  const auto count = static_cast<double>(sorted.size());
  return NormalQuantile(std::clamp(below, 0.5, count - 0.5) / count);
}

/// How much each value of a sample moves the statistic: (n − 1) × (mean − the one without it).
std::vector<double> Influences(const Samples& samples, size_t sample, const Statistic& statistic) {
  std::vector<double> without;
  double sum = 0;
  for (size_t i = 0; i < samples[sample].size(); ++i) {
    Samples rest = samples;
    rest[sample].erase(rest[sample].begin() + static_cast<std::ptrdiff_t>(i));
    without.push_back(statistic(rest));
    sum += without.back();
  }
  const auto n = static_cast<double>(without.size());
  for (double& value : without) value = (n - 1) * (sum / n - value);
  return without;
}

/// Σ u³/n³ ÷ 6 (Σ u²/n²)^1.5 over the influences u of all samples; of one sample it is Efron's.
double Acceleration(const Samples& samples, const Statistic& statistic) {
  double squares = 0, cubes = 0;
  for (size_t s = 0; s < samples.size(); ++s) {
    for (const double influence : Influences(samples, s, statistic)) {
      const double share = influence / static_cast<double>(samples[s].size());
      squares += share * share;
      cubes += share * share * share;
    }
  }
  return squares == 0 ? 0 : cubes / (6 * std::pow(squares, 1.5));
}

}  // namespace

Interval BootstrapInterval(const Samples& samples, const Statistic& statistic, BootstrapKind kind,
                           uint64_t seed) {
  for (const std::vector<double>& sample : samples) {
    CHECK(sample.size() >= (kind == BootstrapKind::kBca ? 2 : 1));
  }
  const std::vector<double> sorted = Resampled(samples, statistic, seed);
  if (kind == BootstrapKind::kPercentile) {
    return {Quantile(sorted, kTail), Quantile(sorted, 1 - kTail)};
  }
  const double bias = Bias(sorted, statistic(samples));
  const double acceleration = Acceleration(samples, statistic);
  const auto corrected = [&](double share) {
    const double z = bias + NormalQuantile(share);
    constexpr double kBeyondAll = 1e-9;  // no more than the outermost value can be meant
    return Quantile(sorted, NormalCdf(bias + z / std::max(kBeyondAll, 1 - acceleration * z)));
  };
  return {corrected(kTail), corrected(1 - kTail)};
}

}  // namespace ioreel
