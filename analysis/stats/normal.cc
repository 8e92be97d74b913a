#include "analysis/stats/normal.h"

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "base/check.h"

namespace ioreel {

double NormalCdf(double z) { return boost::math::cdf(boost::math::normal(), z); }

double NormalQuantile(double share) {
  CHECK(share > 0 && share < 1);
  return boost::math::quantile(boost::math::normal(), share);
}

double StudentQuantile(double share, double freedom) {
  CHECK(share > 0 && share < 1 && freedom > 0);
  return boost::math::quantile(boost::math::students_t(freedom), share);
}

}  // namespace ioreel
