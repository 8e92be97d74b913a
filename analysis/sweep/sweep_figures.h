#pragma once

#include <optional>

#include "formats/result/sweep_result.h"

namespace ioreel {

/// What a cell of a sweep is worth, over its rounds as SweepResult::value says: with "best" the
/// most I/Os and bytes and the shortest times, each by itself, as CrystalDiskMark counts.
struct SweepFigures {
  double iops = 0;
  double bytes_per_s = 0;              ///< of the time measured, as IOPS are
  double mean_ns = 0;                  ///< access time
  std::optional<double> read_p99_ns;   ///< none without reads
  std::optional<double> write_p99_ns;  ///< none without writes (or discards)
  double max_ns = 0;                   ///< the longest
  uint64_t errors = 0;                 ///< I/Os that failed, of all rounds
};

/// Of all ops, over the time measured.
double BytesPerSecond(const RepeatResult& run);
/// Of all ops, from submit to completion.
double MeanLatencyNs(const RepeatResult& run);

/// REQUIRES: !cell.result.repeats.empty().
SweepFigures FiguresOf(const SweepCellResult& cell, const std::string& value);

}  // namespace ioreel
