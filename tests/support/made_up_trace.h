#pragma once

#include <cstdint>

#include "formats/model/trace.h"

namespace ioreel {

/// Four threads of one application, each of which reads 4 KiB every 10 µs, made up as they are
/// read: a trace of any length in no memory.
class MadeUpTrace : public TraceReader {
 public:
  explicit MadeUpTrace(uint64_t rows);
  const TraceInfo& info() const override { return info_; }
  absl::StatusOr<bool> Read(TraceChunk* chunk) override;

 private:
  TraceInfo info_;
  const uint64_t rows_;
  uint64_t at_ = 0;
};

}  // namespace ioreel
