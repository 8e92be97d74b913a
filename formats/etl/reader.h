#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "formats/etl/pairer.h"
#include "formats/etl/scan.h"
#include "formats/format.h"

namespace ioreel {

/// An event trace of Windows as a trace: each completed disk I/O is a queued I/O. Trace time 0 is
/// the start of the session.
class EtlReader : public TraceReader {
 public:
  /// Reads the whole file. Errors: those of EtlScan.
  static absl::StatusOr<std::unique_ptr<EtlReader>> Open(const Input& input,
                                                         const ReadOptions& options,
                                                         ImportLog* log);

  const TraceInfo& info() const override { return info_; }
  absl::StatusOr<bool> Read(TraceChunk* chunk) override;

 private:
  EtlReader() = default;
  absl::Status Pair(EtlScan& scan, ImportLog* log);
  void Describe(const EtlScan& scan, std::string name);

  TraceInfo info_;
  IoSorter ios_;
  uint64_t given_ = 0;
};

}  // namespace ioreel
