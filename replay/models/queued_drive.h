#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "replay/models/completion_queue.h"
#include "replay/models/drive_model.h"
#include "replay/models/ring_queue.h"

namespace ioreel {

/// What all drives with a queue of commands have in common: so many are inside, the others wait
/// before, first come, first in.
class QueuedDrive : public DriveModel {
 public:
  void Submit(const DriveIo& io, int64_t now_ns) final {
    Run(now_ns);
    if (inside_ < depth_) {
      Enter(io, now_ns);
    } else {
      outside_.Push(io);
    }
  }

  int64_t NextEventNs() const final { return std::min(NextStepNs(), done_.next_ns()); }

  void Advance(int64_t now_ns, std::vector<DriveDone>* done) final {
    Run(now_ns);
    done_.TakeUntil(now_ns, done);
  }

 protected:
  explicit QueuedDrive(int64_t depth) : depth_(depth) {}

  /// When the drive does its next step; kNever without another command.
  virtual int64_t NextStepNs() const = 0;
  virtual void Step() = 0;
  virtual void TakeIn(const DriveIo& io, int64_t now_ns) = 0;

  /// A command that was taken in is done at `time_ns`, and makes room for another now.
  void Leave(const DriveIo& io, int64_t time_ns, int64_t now_ns) {
    done_.Push(io, time_ns);
    --inside_;
    if (!outside_.empty()) Enter(outside_.Pop(), now_ns);
  }

 private:
  void Run(int64_t now_ns) {
    while (NextStepNs() <= now_ns) Step();
  }
  void Enter(const DriveIo& io, int64_t now_ns) {
    ++inside_;
    TakeIn(io, now_ns);
  }

  const int64_t depth_;
  int64_t inside_ = 0;          ///< commands that the drive has
  RingQueue<DriveIo> outside_;  ///< for which its queue has no room
  CompletionQueue done_;
};

}  // namespace ioreel
