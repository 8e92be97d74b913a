#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <queue>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "formats/format.h"
#include "formats/import/row_source.h"
#include "formats/octf/cursor.h"

namespace ioreel {

/// The I/Os of an iotrace: the files of its CPUs merged by time, each I/O with its completion, to
/// which a number relates it on whatever CPU it was seen.
class OctfSource : public RowSource {
 public:
  using Inputs = std::vector<std::shared_ptr<const Input>>;

  /// `dropped` is the number of events that the tracer says it lost. `log` must outlive it.
  /// Errors: those of reading.
  static absl::StatusOr<std::unique_ptr<OctfSource>> Open(Inputs inputs, uint64_t dropped,
                                                          const ReadOptions& options,
                                                          ImportLog* log);

  absl::StatusOr<bool> Next(QueuedIo* io) override;
  std::string Place() const override { return PlaceOf(given_); }
  const TraceInfo& info() const override { return info_; }
  int64_t Start(int64_t first_ns) override;
  absl::StatusOr<std::unique_ptr<RowSource>> TimesOnly() const override;

 private:
  struct Waiting {
    QueuedIo io;
    uint64_t id = 0;
    size_t file = 0;    ///< of inputs_
    uint64_t byte = 0;  ///< where it stands there
    bool done = false;
  };
  using Turn = std::pair<uint64_t, size_t>;  ///< time, cursor

  OctfSource(Inputs inputs, uint64_t dropped, const ReadOptions& options, ImportLog* log);
  /// Queues a cursor for its next event, unless it is at its end.
  absl::Status Advance(size_t cursor);
  absl::Status TakeEvent();
  absl::Status TakeIo(size_t file);
  void TakeDevice(const OctfEvent& event);
  void TakeCompletion(const OctfCursor& cursor);
  absl::StatusOr<uint16_t> DeviceOf(uint64_t number);
  void Notice(absl::string_view name, absl::string_view place, absl::string_view explanation);
  std::string PlaceOf(const Waiting& row) const;
  /// Takes the first I/O out of the line.
  void Give(QueuedIo* io);
  absl::StatusOr<bool> End();

  Inputs inputs_;
  uint64_t dropped_;
  ReadOptions options_;
  std::unique_ptr<ImportLog> own_log_;
  ImportLog* log_;
  TraceInfo info_;
  std::vector<std::unique_ptr<OctfCursor>> cursors_;
  std::priority_queue<Turn, std::vector<Turn>, std::greater<>> turns_;
  std::deque<Waiting> waiting_;                   ///< I/Os in order of time, the first not complete
  uint64_t first_waiting_ = 0;                    ///< its number, counted over the trace
  Waiting given_;                                 ///< the one given last
  absl::flat_hash_map<uint64_t, uint64_t> open_;  ///< by id: number of the I/O that waits
  absl::flat_hash_map<uint64_t, uint16_t> devices_;
  std::array<uint64_t, kOctfKinds> events_{};  ///< by kind
};

}  // namespace ioreel
