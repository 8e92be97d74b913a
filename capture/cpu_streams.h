#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "base/file.h"
#include "capture/cpu_merger.h"
#include "capture/source.h"
#include "formats/blktrace/stream_decoder.h"
#include "formats/import_log.h"

namespace ioreel {

inline int64_t& TimeOf(RawEvent& raw) { return raw.event.time_ns; }

/// The kernel's blktrace streams, one file a CPU (and device), read without waiting, decoded and
/// merged in time order. Used by every source that speaks blktrace. One thread.
class CpuStreams {
 public:
  /// `cpu` = whose events the file holds.
  void Add(std::string path, ScopedFd fd, int cpu);

  /// Reads what is there. Gives out the events that no other CPU can precede any more: those
  /// from before the last call; all of them if `all`. Errors: the kernel's, naming the file;
  /// Unimplemented for records of another version.
  absl::Status Drain(bool all, const RawEventSink& sink);

  /// A loss that the streams themselves do not show, as of now. kNoCpu = not known which.
  void AddLoss(uint16_t cpu, uint64_t events);

  /// Events that the streams said were lost on `cpu`.
  uint64_t LostOn(int cpu) const;

  /// Warns of damaged bytes and late events, if there were any.
  void ReportDamage() const;

  void Close();

 private:
  struct Stream {
    std::string path;
    ScopedFd fd;
    int cpu;
    BlktraceDecoder decoder;
    uint64_t lost = 0;
  };

  absl::Status ReadOne(size_t index);
  void Decode(size_t index);

  ImportLog log_;
  std::deque<Stream> streams_;
  CpuMerger<RawEvent> merger_;
  int64_t last_drain_ns_ = 0;
};

}  // namespace ioreel
