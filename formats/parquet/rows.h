#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "absl/types/span.h"
#include "formats/level_reader.h"
#include "formats/model/trace_info.h"
#include "formats/parquet/column.h"

namespace ioreel {

/// The columns of I/Os of one level; docs/formats.md says what they hold. Not thread-safe.
class ParquetRows {
 public:
  explicit ParquetRows(bool issue_level);

  void Add(const TraceInfo& info, const Io& io);
  /// Since the last call.
  uint64_t TakeCount() { return std::exchange(count_, 0); }
  /// Different ones in a column since then; the most of any.
  uint64_t most_names() const;
  uint64_t count() const { return count_; }
  absl::Span<ParquetColumn> columns() { return absl::MakeSpan(columns_); }

 private:
  void AddKnown(size_t column, int64_t value, bool known);
  void AddTask(const TaskInfo* task);

  std::vector<ParquetColumn> columns_;
  uint64_t count_ = 0;
};

}  // namespace ioreel
