#pragma once

#include <string>

#include "formats/format.h"
#include "formats/level_reader.h"
#include "formats/not_carried.h"
#include "formats/sort/issue_order.h"

namespace ioreel {

/// Base of the writers of formats that have one table only: gives them the level that
/// WriteOptions says in time order, and counts what they have no place for in WriteOptions::log.
class LevelWriter : public TraceWriter {
 public:
  absl::Status Write(const TraceInfo& info, const TraceChunk& chunk) final;
  absl::Status Finish(const TraceInfo& info) final;
  RowCounts written() const final { return written_; }

 protected:
  /// `format` as NotCarried takes it; the tables in `carries` are those of the level.
  LevelWriter(std::string format, Carries carries, const WriteOptions& options);
  /// Of a format that has no place beside start, op, range and device but for `flags`.
  static Carries StartOnly(IoFlags flags);

  /// `info` holds all devices that were named so far; start_ns is known. False, and Leave() was
  /// called, when the format has no place for the I/O.
  virtual absl::StatusOr<bool> WriteIo(const TraceInfo& info, const Io& io) = 0;
  virtual absl::Status End(const TraceInfo& info) = 0;

  /// Counts something that is not written, or not as it is.
  void Leave(absl::string_view name, absl::string_view explanation, uint64_t count = 1);

 private:
  absl::Status WriteCounted(const TraceInfo& info, const Io& io);

  bool issue_level_;
  bool completions_;  ///< are written
  ImportLog* log_;
  NotCarried not_carried_;
  IssueOrder order_;
  RowCounts written_;
};

}  // namespace ioreel
