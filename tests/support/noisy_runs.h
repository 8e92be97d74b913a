#pragma once

#include <cmath>
#include <vector>

#include "formats/result/run_result.h"
#include "tests/support/noise.h"
#include "tests/support/sample_result.h"

namespace ioreel {

/// SoundResult() with a repeat for each of these completion times, in seconds.
inline RunResult TimedRuns(const std::vector<double>& times) {
  RunResult result = SoundResult();
  result.repeats.resize(times.size(), result.repeats.front());
  for (size_t i = 0; i < times.size(); ++i)
    result.repeats[i].completion_ns = std::llround(times[i] * 1e9);
  return result;
}

/// SoundResult() with as many repeats, whose times are `factor` times as long as its first's, and
/// differ by `deviation` of that; bandwidth accordingly less.
inline RunResult NoisyRuns(int repeats, double factor, double deviation, Noise* noise) {
  RunResult result = SoundResult();
  RepeatResult typical = result.repeats.front();
  typical.ops = {{.op = Op::kRead, .count = 100}};
  result.repeats.clear();
  for (const double shift : noise->Draw(repeats, std::log(factor), deviation)) {
    const double slower = std::exp(shift);
    RepeatResult& run = result.repeats.emplace_back(typical);
    run.completion_ns = std::llround(2e9 * slower);
    run.busy_ns = std::llround(5e8 * slower);
    run.bandwidth_bytes_per_s = 350e6 / slower;
    run.mean_access_ns = 75'000 * slower;
    run.ops[0].completion.p99_ns = std::llround(1e6 * slower);
  }
  return result;
}

}  // namespace ioreel
