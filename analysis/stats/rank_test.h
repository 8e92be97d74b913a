#pragma once

#include <vector>

/// Tests that look at ranks only, so that no shape of the distribution is assumed and a
/// single wild run counts little. Equal values share the mean of their ranks (midranks).

namespace ioreel {

/// Mann and Whitney's U of two independent samples: two-sided p, the probability that ranks are as
/// unequally shared out, or more, if both are of one distribution. Up to 20 values a side all ways
/// to share out the ranks that were seen are counted, which is exact also with ties; beyond, the
/// normal approximation with continuity correction and variance nA nB / 12 × (N + 1 − Σ(t³ − t) /
/// (N (N − 1))), t values in each tie. 1 if a side is empty.
double MannWhitneyP(const std::vector<double>& a, const std::vector<double>& b);

/// Wilcoxon's signed ranks: two-sided p of the differences of pairs if they are as likely to be
/// below as above 0. Zeros are left out. Up to 20 differences all ways to give them signs are
/// counted; beyond, the normal approximation with continuity correction and variance n (n + 1)(2n +
/// 1) / 24 − Σ(t³ − t) / 48. 1 if none is left.
double WilcoxonP(const std::vector<double>& differences);

/// The same, one-sided: p that the ranks of b are as high, or higher; that differences are as much
/// above 0, or more.
double MannWhitneyUpperP(const std::vector<double>& a, const std::vector<double>& b);
double WilcoxonUpperP(const std::vector<double>& differences);

/// The smallest two-sided p that so few values can give, however far apart: 2 / C(nA + nB, nA), 2 /
/// 2ⁿ, but never more than 1.
double SmallestMannWhitneyP(int a_count, int b_count);
double SmallestWilcoxonP(int pairs);

}  // namespace ioreel
