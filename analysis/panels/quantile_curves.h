#pragma once

#include <string>
#include <vector>

#include "analysis/document/document.h"
#include "analysis/svg/canvas.h"

namespace ioreel {

/// Below which latency which share of the I/Os lies.
struct QuantileCurve {
  std::string name;
  int colour = 0;
  bool dashed = false;
  bool marked = false;        ///< a dot at each point: there is nothing known between them
  std::vector<Point> points;  ///< NinesOf(share), ns
};

/// Curves over a logarithmic time, the nines at equal distances. REQUIRES: a curve has a point.
Chart DrawQuantiles(const std::string& title, const std::string& note,
                    const std::vector<QuantileCurve>& curves);

}  // namespace ioreel
