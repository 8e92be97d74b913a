#pragma once

#include <string>
#include <vector>

#include "analysis/gate/gate.h"

namespace ioreel {

/// Tests one metric of runs against a rule; the finding is left to who knows the other tests.
class GateTestMaker {
 public:
  GateTestMaker(double alpha, double noise_factor, bool paired)
      : alpha_(alpha), noise_factor_(noise_factor), paired_(paired) {}

  GateTest Make(const MetricPolicy& metric, const GateRule& rule, const std::string& trace,
                const std::vector<double>& baseline, const std::vector<double>& candidate) const;

 private:
  const double alpha_, noise_factor_;
  const bool paired_;
};

}  // namespace ioreel
