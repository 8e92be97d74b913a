#include "analysis/workload/step_table.h"

#include <algorithm>

#include "base/checked_math.h"

namespace ioreel {

void StepTable::Stream::Merge(const Stream& later) {
  ios += later.ios;
  bytes = SaturatingAdd(bytes, later.bytes);
  completed += later.completed;
  latency_ns += later.latency_ns;
  max_latency_ns = std::max(max_latency_ns, later.max_latency_ns);
}

void StepTable::Cell::Add(const Stream& stream) {
  for (Stream& known : streams) {
    if (known.key() == stream.key()) return known.Merge(stream);
  }
  streams.push_back(stream);
}

void StepTable::Cell::Merge(const Cell& later) {
  for (const Stream& stream : later.streams) Add(stream);
  others += later.others;
}

void StepTable::Add(const Io& io, bool sequential) {
  if (io.start_ns == kNoTime) return;
  Cell& cell = steps_.At(io.start_ns);
  if (!HasPayload(io.op)) {
    ++cell.others;
    return;
  }
  const bool completed = CompletionKnown(io);
  const int64_t latency_ns = completed ? NsBetween(io.start_ns, io.complete_ns) : 0;
  const size_t before = cell.streams.size();
  cell.Add({.writes = io.op != Op::kRead,
            .sequential = sequential,
            .size_class = static_cast<uint8_t>(OpMix::SizeClass(io.length)),
            .ios = 1,
            .bytes = io.length,
            .completed = completed,
            .latency_ns = static_cast<double>(latency_ns),
            .max_latency_ns = latency_ns});
  if (cell.streams.size() == before) return;
  ++rows_;
  BoundRows();
}

size_t StepTable::CountRows() const {
  size_t rows = 0;
  for (const auto& step : steps_.steps()) rows += step.cell.streams.size();
  return rows;
}

void StepTable::BoundRows() {
  while (rows_ > most_rows_) {
    rows_ = CountRows();  // the series may have become coarser by itself
    if (rows_ <= most_rows_ || steps_.steps().size() == 1) return;
    steps_.Coarsen();
  }
}

void StepTable::Merge(const StepTable& later) {
  steps_.Merge(later.steps_);
  rows_ = CountRows();
  BoundRows();
}

}  // namespace ioreel
