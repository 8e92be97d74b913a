#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <queue>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/blktrace/input_stream.h"
#include "formats/blktrace/survey.h"
#include "formats/format.h"

namespace ioreel {

/// The events of one blktrace input in order of time. An input whose events are not in order (a
/// dump of several CPUs) is put right with a buffer as deep as its disorder, up to a limit; beyond
/// it late events are moved to the time of the one before them, and counted.
class BlktraceCursor {
 public:
  using NoteSink = std::function<void(const BlktraceNote&)>;

  /// Gives each note to `notes` before any event that stands behind it. `log` must outlive it.
  static absl::StatusOr<std::unique_ptr<BlktraceCursor>> Open(const Input& input,
                                                              const BlktraceSurvey& survey,
                                                              const ReadOptions& options,
                                                              NoteSink notes, ImportLog* log);

  /// Moves to the next event; false at the end, or when reading failed: see status().
  bool Advance();
  RawEvent& current() { return *current_; }
  const absl::Status& status() const { return stream_.status(); }

 private:
  struct Waiting {
    RawEvent raw;
    uint64_t arrival;
    bool operator>(const Waiting& other) const {
      return raw.event.time_ns != other.raw.event.time_ns
                 ? raw.event.time_ns > other.raw.event.time_ns
                 : arrival > other.arrival;
    }
  };

  BlktraceCursor(BlktraceInputStream stream, bool one_cpu, int64_t lateness_ns, NoteSink notes,
                 ImportLog* late_log);
  BlktraceItem* NextItem();
  RawEvent* ReadEvent();
  void FillBuffer();
  void KeepOrder();

  BlktraceInputStream stream_;
  const bool one_cpu_;  ///< all its events are of one
  const int64_t lateness_ns_;
  NoteSink notes_;
  ImportLog* const late_log_;  ///< null: events are moved because that is wanted, and counted
  std::priority_queue<Waiting, std::vector<Waiting>, std::greater<>> buffer_;
  int64_t latest_ns_;  ///< seen
  int64_t last_ns_;    ///< given out
  uint16_t last_cpu_ = kNoCpu;
  uint64_t arrivals_ = 0;
  std::vector<BlktraceItem> run_;      ///< decoded ahead
  size_t run_at_ = 0, run_items_ = 0;  ///< the one given last, and how many there are
  RawEvent earliest_;                  ///< taken out of buffer_
  RawEvent* current_ = nullptr;
};

}  // namespace ioreel
