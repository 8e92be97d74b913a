#pragma once

#include <memory>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/blktrace/byte_pump.h"
#include "formats/blktrace/stream_decoder.h"
#include "formats/format.h"
#include "formats/import_log.h"
#include "formats/io/input.h"

namespace ioreel {

/// The blktrace items of one input, one after another as they stand there.
class BlktraceInputStream {
 public:
  /// Tolerant, cut or damaged compression is the end of the input, and noted. `log` must outlive
  /// it.
  static absl::StatusOr<BlktraceInputStream> Open(const Input& input, const ReadOptions& options,
                                                  ImportLog* log);

  /// False at the end, or when reading failed: see status().
  bool Next(BlktraceItem* item);
  const absl::Status& status() const { return status_; }

 private:
  BlktraceInputStream(BytePump pump, BlktraceDecoder decoder, const ReadOptions& options,
                      ImportLog* log);

  BytePump pump_;
  BlktraceDecoder decoder_;
  ReadOptions options_;
  ImportLog* log_;
  bool at_end_ = false;
  absl::Status status_;
};

}  // namespace ioreel
