#pragma once

#include <string>

#include "analysis/compare/suite_comparison.h"

namespace ioreel {

/// For a terminal: for each trace who is compared, a table with one row a metric, what follows from
/// each row in words, warnings; in place of the metrics, why there are none. Then the suite.
std::string ComparisonText(const SuiteComparison& comparison);

/// One JSON object; docs/comparing.md documents its keys.
std::string ComparisonJson(const SuiteComparison& comparison);

/// What follows from the figures, never "no change" without what a change would have to be:
/// "B is better, 8.1 % less", "no difference is shown; …", "nothing can be said: …".
std::string Conclusion(const MetricComparison& metric);

/// "1.081", of its logarithm.
std::string RatioText(double shift);
/// "1.050 to 1.112", "unbounded".
std::string IntervalText(const Interval& interval);

}  // namespace ioreel
