#pragma once

#include <optional>
#include <string>

#include "analysis/gate/gate.h"

/// What the outputs of a gate have in common: figures and sentences.

namespace ioreel {

/// "completion time of the suite", "read p99 of app.ioreel"; `report` is the one that it is of.
std::string TestName(const GateReport& report, const GateTest& test);

/// "1.032", of a ratio.
std::string FactorText(double factor);
/// "0.998 to 1.051"; "unbounded".
std::string BoundsText(const Slowdown& slowdown);
/// "1.050"; "1.050 (noise 1.213)" where that of the baseline says what is worse.
std::string LimitText(const GateTest& test);
/// A median in its unit.
std::string FigureText(const Metric& metric, std::optional<double> value);

/// "worse than tolerated: slowdown 1.200, above 1.184 at 98.3 % confidence; 1.050 is tolerated"
std::string FindingText(const GateReport& report, const GateTest& test);
/// What the outcome means, in a sentence.
std::string OutcomeText(const GateReport& report);
/// "12 pairs, look 2 of 3, alpha 0.0167"
std::string DesignText(const GateReport& report);
/// "required", "report-only: REASON"
std::string RequirementText(const GateRule& rule);

}  // namespace ioreel
