#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "analysis/workload/op_mix.h"
#include "analysis/workload/step_series.h"
#include "formats/level_reader.h"

namespace ioreel {

/// The reads and writes of each step of time by I/O stream, as the SNIA Real World Storage Workload
/// test looks at a workload: a stream is {read or write, random or sequential, size}. Sizes are
/// OpMix's powers of two. Bounded memory: beyond most_rows streams of steps the step doubles.
class StepTable {
 public:
  static constexpr size_t kMostRows = size_t{1} << 18;  ///< 16 MiB

  struct Stream {
    bool writes = false, sequential = false;
    uint8_t size_class = 0;
    uint64_t ios = 0, bytes = 0;
    uint64_t completed = 0;  ///< of the I/Os: those whose completion is known
    double latency_ns = 0;   ///< sum of theirs
    int64_t max_latency_ns = 0;

    int key() const { return size_class << 2 | writes << 1 | sequential; }
    void Merge(const Stream& later);
    bool operator==(const Stream&) const = default;
  };
  struct Cell {
    std::vector<Stream> streams;  ///< in order of their first I/O
    uint64_t others = 0;          ///< I/Os that carry no data: flushes, discards, …

    void Add(const Stream& stream);
    void Coarsen() {}
    void Merge(const Cell& later);
  };

  explicit StepTable(int64_t step_ns, size_t most_rows = kMostRows)
      : most_rows_(most_rows), steps_(step_ns) {}

  /// Counts the I/O in the step in which it starts; without a time it is left out. `sequential`:
  /// as Sequentiality tells for its device.
  void Add(const Io& io, bool sequential);
  void Merge(const StepTable& later);
  StepSeries<Cell>& series() { return steps_; }

 private:
  size_t CountRows() const;
  void BoundRows();

  const size_t most_rows_;
  size_t rows_ = 0;
  StepSeries<Cell> steps_;
};

}  // namespace ioreel
