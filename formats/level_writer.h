#pragma once

#include "formats/format.h"
#include "formats/issue_order.h"
#include "formats/level_reader.h"

namespace ioreel {

/// Base of the writers of formats that have one table only: gives them the level that
/// WriteOptions says in time order, and counts what they have no place for in WriteOptions::log.
class LevelWriter : public TraceWriter {
 public:
  absl::Status Write(const TraceInfo& info, const TraceChunk& chunk) final;
  absl::Status Finish(const TraceInfo& info) final;

 protected:
  explicit LevelWriter(const WriteOptions& options)
      : issue_level_(options.issue_level), log_(options.log) {}

  /// `info` holds all devices that were named so far; start_ns is known.
  virtual absl::Status WriteIo(const TraceInfo& info, const Io& io) = 0;
  virtual absl::Status End(const TraceInfo& info) = 0;

  /// Counts something that is not written, or not as it is.
  void Leave(absl::string_view name, absl::string_view explanation, uint64_t count = 1);

 private:
  bool issue_level_;
  ImportLog* log_;
  IssueOrder order_;
};

}  // namespace ioreel
