#pragma once

#include <array>
#include <memory>
#include <thread>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "base/batch_queue.h"
#include "formats/blktrace/merger.h"
#include "formats/kernel_devices.h"
#include "formats/pairing/loss_log.h"

namespace ioreel {

/// A run of a recording.
struct BlktraceBatch {
  std::vector<RawEvent> events;     ///< in order of time, with their device; those to be paired
  std::vector<DeviceInfo> devices;  ///< seen for the first time: they follow those of before
  std::vector<BlktraceNote> notes;  ///< all that had to be passed to get there, but for messages
  bool last = false;                ///< nothing follows
};

/// The events of a recording in order of time, read ahead on a thread of its own: decoding takes
/// about as long as pairing.
class BlktraceEventStream {
 public:
  /// `surveys[i]` is of `inputs[i]`; trace time 0 is at `origin_ns`. Errors: those of opening the
  /// inputs.
  static absl::StatusOr<std::unique_ptr<BlktraceEventStream>> Open(
      const std::vector<std::unique_ptr<Input>>& inputs, const std::vector<BlktraceSurvey>& surveys,
      const ReadOptions& options, int64_t origin_ns);
  ~BlktraceEventStream();

  /// The next batch, valid until the next call, the caller's to change; nullptr behind the last
  /// one, or when reading failed: see status().
  BlktraceBatch* Next();

  // What is known once Next has returned nullptr.
  const absl::Status& status() const { return status_; }
  const ImportLog& log() const { return log_; }
  const std::vector<LossWindow>& losses() const { return losses_; }
  uint64_t stage_count(Stage stage) const { return stages_[static_cast<int>(stage)]; }

 private:
  explicit BlktraceEventStream(int64_t origin_ns) : loss_log_(&losses_, origin_ns) {}
  void ReadAhead();
  absl::Status Fill();
  absl::Status Add(RawEvent* event);

  // The thread's, until it has been joined.
  ImportLog log_;
  absl::Status status_;
  std::array<uint64_t, kStageCount> stages_{};
  std::vector<LossWindow> losses_;
  LossLog loss_log_;
  std::vector<DeviceInfo> devices_;
  KernelDevices known_devices_{&devices_};
  std::unique_ptr<BlktraceMerger> merger_;
  BlktraceBatch filled_;

  BatchQueue<BlktraceBatch> queue_{4};
  BlktraceBatch given_;
  std::thread thread_;
};

}  // namespace ioreel
