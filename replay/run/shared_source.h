#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

#include "replay/plan/schedule.h"
#include "replay/run/open_flushes.h"

namespace ioreel {

/// Deals the steps of one schedule to several loops, in its order: whoever asks gets the next few.
/// A step that hangs on another goes to the loop that has that one. A single loop gets whole
/// batches.
class SharedSource {
 public:
  static constexpr size_t kRun = 16;  ///< steps that one of several loops gets at a time

  /// Borrows. `open_flushes` is told of the writes that begin with a flush, before any later step
  /// is dealt; null = nobody asks. REQUIRES: 1 ≤ loops ≤ 256.
  SharedSource(StepSource* source, size_t loops, OpenFlushes* open_flushes);

  /// Of one loop, and its thread's. Steps come in order of id, with gaps.
  StepSource* of(size_t loop) { return &hands_[loop]; }

 private:
  class Hand : public StepSource {
   public:
    Batch Pull() override { return owner->Deal(this); }
    void Await(int64_t most_ns) override { owner->Await(most_ns); }

    SharedSource* owner = nullptr;
    uint8_t loop = 0;
    std::vector<Step> dealt;  ///< what the last Pull gave out
    std::vector<Step> kept;   ///< hang on what this loop has
  };

  StepSource::Batch Deal(Hand* hand);
  StepSource::Batch PassOn();
  bool Refill();
  void Await(int64_t most_ns);
  void Note(const Step& step);

  StepSource* const source_;
  OpenFlushes* const open_flushes_;
  std::vector<Hand> hands_;

  std::mutex mutex_;
  StepSource::Batch batch_ = {.next = StepSource::Next::kNotYet};
  size_t used_ = 0;
  std::vector<uint8_t> loop_of_;  ///< by id, of the last kStepWindow steps
};

}  // namespace ioreel
