#include "replay/engines/sim_engine.h"

#include <errno.h>

#include <algorithm>
#include <functional>
#include <queue>
#include <utility>
#include <vector>

#include "base/check.h"

namespace ioreel {
namespace {

std::unique_ptr<DriveModel> MakeModel(const SimModel& model, uint64_t serial) {
  if (model.drive == nullptr) return MakeChannelModel(model);
  return MakeDriveModel(*model.drive, serial, model.compress_percent);
}

/// One device: what becomes of its I/Os, and when.
class SimDevice {
 public:
  SimDevice(const SimModel& model, uint64_t serial)
      : model_(model), drive_(MakeModel(model, serial)) {}

  DriveModel& drive() { return *drive_; }
  bool slept() const { return model_.slept; }
  int64_t submit_ns() const { return model_.submit_ns; }

  /// False where the I/O never completes.
  bool Takes(const DeviceIo& io) {
    ++submitted_;
    return !model_.hangs.contains(io.offset);
  }
  void Submit(const DeviceIo& io, int64_t now_ns) {
    drive_->Submit({io.tag, ResultOf(io), io.offset, io.length, io.op, io.fua}, now_ns);
  }

 private:
  int64_t ResultOf(const DeviceIo& io) const {
    if (submitted_ > model_.vanishes_after) return -ENODEV;
    const auto cut = model_.shorts.find(io.offset);
    if (cut != model_.shorts.end()) return static_cast<int64_t>(std::min(cut->second, io.length));
    const auto error = model_.errors.find(io.offset);
    if (error != model_.errors.end()) return -error->second;
    return HasPayload(io.op) ? static_cast<int64_t>(io.length) : 0;
  }

  SimModel model_;
  std::unique_ptr<DriveModel> drive_;
  uint64_t submitted_ = 0;
};

class SimEngine : public Engine {
 public:
  SimEngine(Clock* clock, std::vector<SimModel> models)
      : clock_(clock), models_(std::move(models)) {
    CHECK(!models_.empty());
  }

  absl::string_view name() const override { return "sim"; }

  absl::Status Open(const EngineOptions& options) override {
    depth_ = static_cast<size_t>(options.depth);
    devices_.clear();
    for (size_t i = 0; i < std::max<size_t>(options.fds.size(), 1); ++i) {
      devices_.emplace_back(models_[std::min(i, models_.size() - 1)], i);
    }
    alarms_.assign(devices_.size(), kNever);
    return absl::OkStatus();
  }

  size_t Submit(absl::Span<const DeviceIo> ios) override {
    size_t n = 0;
    for (; n < ios.size() && in_flight_ < depth_; ++n) {
      ++in_flight_;
      const auto index = static_cast<size_t>(ios[n].device);
      SimDevice& device = devices_.at(index);
      if (!device.Takes(ios[n])) continue;
      if (device.submit_ns() > 0) clock_->WaitUntil(clock_->NowNs() + device.submit_ns());
      device.Submit(ios[n], clock_->NowNs());
      SetAlarm(index);
    }
    return n;
  }

  size_t Wait(int64_t deadline_ns, std::vector<Completion>* out) override {
    size_t n = 0;
    while (n == 0 && !queue_.empty() && queue_.top().first <= deadline_ns) {
      clock_->WaitUntil(queue_.top().first);
      n = TakeDone(out);
    }
    if (n == 0) clock_->WaitUntil(deadline_ns);
    in_flight_ -= n;
    return n;
  }

 private:
  using Alarm = std::pair<int64_t, size_t>;  ///< when to look at which device

  void SetAlarm(size_t index) {
    const int64_t next_ns = devices_[index].drive().NextEventNs();
    if (next_ns >= alarms_[index]) return;
    alarms_[index] = next_ns;
    queue_.emplace(next_ns, index);
  }

  size_t TakeDone(std::vector<Completion>* out) {
    const size_t before = out->size();
    const int64_t now_ns = clock_->NowNs();
    while (!queue_.empty() && queue_.top().first <= now_ns) {
      const auto [time_ns, index] = queue_.top();
      queue_.pop();
      if (alarms_[index] != time_ns) continue;  // one that was set earlier has rung
      alarms_[index] = kNever;
      AppendDone(&devices_[index], now_ns, out);
      SetAlarm(index);
    }
    std::sort(out->begin() + static_cast<ptrdiff_t>(before), out->end(), Earlier);
    return out->size() - before;
  }

  void AppendDone(SimDevice* device, int64_t now_ns, std::vector<Completion>* out) {
    done_.clear();
    device->drive().Advance(now_ns, &done_);
    for (const DriveDone& done : done_) {
      out->push_back({.tag = done.tag,
                      .time_ns = done.time_ns,
                      .result = done.result,
                      .slept = device->slept()});
    }
  }

  static bool Earlier(const Completion& a, const Completion& b) {
    return a.time_ns != b.time_ns ? a.time_ns < b.time_ns : a.tag < b.tag;
  }

  Clock* clock_;
  const std::vector<SimModel> models_;
  std::vector<SimDevice> devices_;
  size_t depth_ = 0, in_flight_ = 0;
  std::priority_queue<Alarm, std::vector<Alarm>, std::greater<>> queue_;
  std::vector<int64_t> alarms_;  ///< of each device, the next of its in `queue_`
  std::vector<DriveDone> done_;
};

}  // namespace

std::unique_ptr<Engine> MakeSimEngine(Clock* clock, std::vector<SimModel> models) {
  return std::make_unique<SimEngine>(clock, std::move(models));
}

}  // namespace ioreel
