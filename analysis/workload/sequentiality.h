#pragma once

#include <cstdint>
#include <optional>

#include "absl/container/flat_hash_map.h"
#include "analysis/workload/distribution.h"
#include "base/histogram.h"
#include "formats/level_reader.h"

namespace ioreel {

/// How sequential reads and writes are. One is sequential when it starts at the byte where the last
/// one of the same kind (read or write) of its stream ended; it and those before it that are form a
/// run. Memory grows with the streams.
class Sequentiality {
 public:
  struct Result {
    uint64_t ios = 0, sequential = 0;
    Distribution run_ios, run_bytes;  ///< of every run; a random I/O is a run of 1

    std::optional<double> share() const;  ///< nullopt when there is no I/O
    bool operator==(const Result&) const = default;
  };

  /// `stream`, below 2^63, tells apart what is looked at on its own: a device, or a task on a
  /// device. True when the I/O is sequential. REQUIRES: HasPayload(io.op).
  bool Add(uint64_t stream, const Io& io);
  /// As if the I/Os of `later` had been added after these.
  void Merge(const Sequentiality& later);
  Result result() const;

 private:
  struct Run {
    uint64_t ios = 0, bytes = 0;
    void Extend(const Run& more);
  };
  struct Stream {
    uint64_t first_offset = 0, next_offset = 0;
    Run first, last;  ///< the same run while `one_run`: then `first` alone counts
    bool one_run = true;
  };
  void Close(const Run& run);
  void Append(const Stream& later, Stream* stream);

  absl::flat_hash_map<uint64_t, Stream> streams_;  ///< by stream and direction
  uint64_t ios_ = 0, sequential_ = 0;
  Histogram run_ios_, run_bytes_;  ///< of the runs that are neither first nor last of a stream
};

}  // namespace ioreel
