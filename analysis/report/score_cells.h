#pragma once

#include <string>
#include <vector>

#include "analysis/score/score_report.h"

namespace ioreel {

/// The figures of a card as tables show them: completion time and its spread, writeback after it,
/// busy time and its spread, bandwidth, mean access time, I/Os per second, and the scores for
/// speed, device and storage.
std::vector<std::string> ScoreCells(const ScoreCard& card);

}  // namespace ioreel
