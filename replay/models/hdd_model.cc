#include "replay/models/hdd_model.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "replay/models/hdd_buffer.h"
#include "replay/models/hdd_geometry.h"
#include "replay/models/queued_drive.h"
#include "replay/models/ring_queue.h"

namespace ioreel {
namespace {

/// What the heads are to do: a command, or a write that was complete once it was in the buffer.
struct Task {
  DriveIo io;
  int64_t since_ns = 0;
  int64_t begin_ns = 0, end_ns = 0;  ///< on the spiral
  bool buffered = false;

  uint64_t end() const { return io.offset + io.length; }
};

/// How the heads get to a task.
struct Way {
  int64_t wait_ns = 0;  ///< seek, settle and rotation
  int64_t transfer_ns = 0;
  bool continues = false;  ///< they read ahead of it already

  int64_t total_ns() const { return wait_ns + transfer_ns; }
};

uint64_t Bytes(double units, double unit) { return static_cast<uint64_t>(units * unit); }

uint64_t SegmentBytes(const HddSpec& spec) {
  return Bytes(spec.buffer_mb, 1e6) / static_cast<uint64_t>(spec.segments);
}

class HddModel : public QueuedDrive {
 public:
  HddModel(const HddSpec& spec, uint64_t size_bytes, double phase)
      : QueuedDrive(spec.queue_depth),
        spec_(spec),
        geometry_(spec, size_bytes),
        buffer_(&geometry_, static_cast<size_t>(spec.segments), SegmentBytes(spec),
                spec.read_ahead_kb > 0 ? Bytes(spec.read_ahead_kb, 1024) : SegmentBytes(spec),
                size_bytes),
        phase_ns_(std::llround(phase * static_cast<double>(geometry_.revolution_ns()))),
        settle_ns_(std::llround(spec.write_settle_ms * 1e6)),
        overhead_ns_(std::llround(spec.overhead_us * 1e3)),
        dirty_most_(Bytes(spec.buffer_mb, 1e6) / 2) {}

 private:
  int64_t ArrivalNs() const { return arriving_.empty() ? kNever : arriving_.front().since_ns; }
  int64_t NextStepNs() const override { return std::min(ArrivalNs(), busy_until_ns_); }

  void Step() override {
    if (ArrivalNs() <= busy_until_ns_) {
      const Task task = arriving_.Pop();
      Arrive(task, task.since_ns);
    } else {
      EndTask(busy_until_ns_);
    }
  }

  /// The drive's processor looks at one command after the other.
  void TakeIn(const DriveIo& io, int64_t now_ns) override {
    command_free_ns_ = std::max(command_free_ns_, now_ns) + overhead_ns_;
    Task task = {.io = io, .since_ns = command_free_ns_};
    if (HasPayload(io.op)) {
      task.begin_ns = geometry_.SpiralNs(io.offset);
      task.end_ns = geometry_.SpiralNs(task.end());
    }
    arriving_.Push(task);
  }

  /// Data goes over the interface, one I/O after the other, and is there no sooner than `ready_ns`.
  int64_t Transfer(const DriveIo& io, int64_t now_ns, int64_t ready_ns) {
    const double bytes = static_cast<double>(io.length);
    const int64_t data_ns = std::llround(bytes * 1e3 / spec_.interface_mb_s);
    link_free_ns_ = std::max(std::max(link_free_ns_, now_ns) + data_ns, ready_ns);
    return link_free_ns_;
  }

  void Arrive(const Task& task, int64_t now_ns) {
    if (task.io.op == Op::kFlush && dirty_bytes_ > 0) {
      flushes_.push_back(task.io);
    } else if (!HasPayload(task.io.op)) {
      Leave(task.io, now_ns, now_ns);
    } else if (task.io.op == Op::kRead) {
      ArriveRead(task, now_ns);
    } else {
      ArriveWrite(task, now_ns);
    }
  }

  void ArriveRead(const Task& task, int64_t now_ns) {
    if (!buffer_.Holds(task.io.offset, task.end(), now_ns)) return Await(task, now_ns);
    Leave(task.io, Transfer(task.io, now_ns, now_ns), now_ns);
    if (IsIdle() && buffer_.WantsMore(task.end(), now_ns)) {
      const int64_t from_ns = geometry_.SpiralNs(buffer_.ahead_end());
      buffer_.ReadOn(now_ns, RotationNs(from_ns, now_ns));
    }
  }

  void ArriveWrite(Task task, int64_t now_ns) {
    buffer_.Forget(task.io.offset, task.end(), now_ns);
    if (spec_.write_cache && !task.io.fua && dirty_bytes_ + task.io.length <= dirty_most_) {
      dirty_bytes_ += task.io.length;
      task.buffered = true;
      Leave(task.io, Transfer(task.io, now_ns, now_ns), now_ns);
      if (JoinsLast(task)) return;
    }
    Await(task, now_ns);
  }

  /// Buffered writes that follow on each other are one.
  bool JoinsLast(const Task& task) {
    if (waiting_.empty()) return false;
    Task& last = waiting_.back();
    if (!last.buffered || last.end() != task.io.offset) return false;
    last.io.length += task.io.length;
    last.end_ns = task.end_ns;
    return true;
  }

  bool IsIdle() const { return busy_until_ns_ == kNever; }

  void Await(const Task& task, int64_t now_ns) {
    waiting_.push_back(task);
    waiting_buffered_ += task.buffered;
    if (IsIdle()) StartTask(now_ns);
  }

  int64_t RotationNs(int64_t spiral_ns, int64_t now_ns) const {
    const int64_t turn_ns = geometry_.revolution_ns();
    const int64_t wait_ns = (spiral_ns - now_ns - phase_ns_) % turn_ns;
    return wait_ns < 0 ? wait_ns + turn_ns : wait_ns;
  }

  Way WayTo(const Task& task, int64_t head_ns, int64_t now_ns) const {
    if (task.io.op == Op::kRead && buffer_.Continues(task.io.offset, now_ns)) {
      const int64_t left_ns = buffer_.ReachesNs(task.end()) - now_ns;
      return {.transfer_ns = std::max<int64_t>(0, left_ns), .continues = true};
    }
    Way way = {.transfer_ns = task.end_ns - task.begin_ns};
    int64_t seek_ns = geometry_.SeekNs(head_ns, task.begin_ns);
    if (task.io.op != Op::kRead && seek_ns > 0) seek_ns += settle_ns_;
    way.wait_ns = seek_ns + RotationNs(task.begin_ns, now_ns + seek_ns);
    return way;
  }

  /// What is only in the buffer waits for commands while that is not half full.
  bool MayStart(const Task& task) const {
    const bool commands_first =
        dirty_bytes_ <= dirty_most_ / 2 && flushes_.empty() && waiting_buffered_ < waiting_.size();
    return !task.buffered || !commands_first;
  }

  size_t ChooseTask(int64_t head_ns, int64_t now_ns) const {
    size_t best = waiting_.size();
    double best_cost = 0;
    for (size_t i = 0; i < waiting_.size(); ++i) {
      const Task& task = waiting_[i];
      if (!MayStart(task)) continue;
      if (!spec_.reorders) return i;
      const auto waited_ns = static_cast<double>(now_ns - task.since_ns);
      const double cost =
          static_cast<double>(WayTo(task, head_ns, now_ns).wait_ns) - spec_.aging * waited_ns;
      if (best < waiting_.size() && cost >= best_cost) continue;
      best = i;
      best_cost = cost;
    }
    return best;
  }

  void StartTask(int64_t now_ns) {
    const int64_t head_ns = buffer_.HeadNs(now_ns, head_ns_);
    const size_t chosen = ChooseTask(head_ns, now_ns);
    task_ = waiting_[chosen];
    waiting_.erase(waiting_.begin() + static_cast<ptrdiff_t>(chosen));
    waiting_buffered_ -= task_.buffered;
    const Way way = WayTo(task_, head_ns, now_ns);
    continues_ = way.continues;
    if (!continues_) head_ns_ = buffer_.Stop(now_ns, head_ns_);
    busy_until_ns_ = now_ns + way.total_ns();
  }

  void EndTask(int64_t now_ns) {
    busy_until_ns_ = kNever;
    head_ns_ = task_.end_ns;
    if (task_.io.op == Op::kRead) buffer_.Read(task_.io.offset, task_.end(), continues_, now_ns);
    if (task_.buffered) {
      dirty_bytes_ -= task_.io.length;
      if (dirty_bytes_ == 0) EndFlushes(now_ns);
    } else {
      const int64_t data_ns =
          task_.io.op == Op::kRead ? Transfer(task_.io, task_.since_ns, now_ns) : now_ns;
      Leave(task_.io, data_ns, now_ns);
    }
    if (IsIdle() && !waiting_.empty()) StartTask(now_ns);
  }

  void EndFlushes(int64_t now_ns) {
    for (const DriveIo& flush : flushes_) Leave(flush, now_ns, now_ns);
    flushes_.clear();
  }

  const HddSpec spec_;
  const HddGeometry geometry_;
  HddBuffer buffer_;
  const int64_t phase_ns_, settle_ns_, overhead_ns_;
  const uint64_t dirty_most_;

  RingQueue<Task> arriving_;  ///< that its processor is at
  int64_t command_free_ns_ = 0, link_free_ns_ = 0;
  std::vector<Task> waiting_;     ///< for the heads, in the order in which they came
  size_t waiting_buffered_ = 0;   ///< of these
  std::vector<DriveIo> flushes_;  ///< that wait for what is dirty
  uint64_t dirty_bytes_ = 0;

  int64_t busy_until_ns_ = kNever;  ///< the heads are at `task_`; kNever = at nothing
  Task task_;
  bool continues_ = false;
  int64_t head_ns_ = 0;  ///< where the heads are on the spiral, unless they read ahead
};

}  // namespace

std::unique_ptr<DriveModel> MakeHddModel(const HddSpec& spec, uint64_t size_bytes, double phase) {
  return std::make_unique<HddModel>(spec, size_bytes, phase);
}

}  // namespace ioreel
