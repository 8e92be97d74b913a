#include "replay/engines/sim_engine.h"

#include <errno.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <queue>
#include <utility>
#include <vector>

#include "base/check.h"
#include "base/checked_math.h"

namespace ioreel {
namespace {

constexpr int64_t kEndOfTimeNs = std::numeric_limits<int64_t>::max() / 2;  // 146 years

/// One device: when it will have done what, with which result.
class SimDevice {
 public:
  SimDevice(Clock* clock, const SimModel& model)
      : clock_(clock), model_(model), free_ns_(static_cast<size_t>(model.channels)) {}

  /// nullopt where the I/O never completes.
  std::optional<Completion> Serve(const DeviceIo& io) {
    ++submitted_;
    if (model_.hangs.contains(io.offset)) return std::nullopt;
    if (model_.submit_ns > 0) clock_->WaitUntil(clock_->NowNs() + model_.submit_ns);
    int64_t& channel = *std::min_element(free_ns_.begin(), free_ns_.end());
    const int64_t end_ns = SaturatingAdd(std::max(channel, clock_->NowNs()), ServiceNs(io));
    const bool too_late = end_ns > kEndOfTimeNs;
    if (!too_late) channel = end_ns;
    return Completion{.tag = io.tag,
                      .time_ns = too_late ? clock_->NowNs() : end_ns,
                      .result = too_late ? -EOVERFLOW : ResultOf(io),
                      .slept = model_.slept};
  }

 private:
  int64_t ServiceNs(const DeviceIo& io) const {
    const int64_t fixed_ns = io.op == Op::kRead    ? model_.read_ns
                             : io.op == Op::kWrite ? model_.write_ns
                                                   : model_.other_ns;
    if (!HasPayload(io.op)) return fixed_ns;
    const double data_ns = model_.ns_per_byte * static_cast<double>(io.length);
    const auto most = static_cast<double>(kEndOfTimeNs);
    return SaturatingAdd(fixed_ns, static_cast<int64_t>(std::min(data_ns, most)));
  }

  int64_t ResultOf(const DeviceIo& io) const {
    if (submitted_ > model_.vanishes_after) return -ENODEV;
    const auto cut = model_.shorts.find(io.offset);
    if (cut != model_.shorts.end()) return static_cast<int64_t>(std::min(cut->second, io.length));
    const auto error = model_.errors.find(io.offset);
    if (error != model_.errors.end()) return -error->second;
    return HasPayload(io.op) ? static_cast<int64_t>(io.length) : 0;
  }

  Clock* clock_;
  SimModel model_;
  uint64_t submitted_ = 0;
  std::vector<int64_t> free_ns_;  ///< when each channel has done all it was given
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
      devices_.emplace_back(clock_, models_[std::min(i, models_.size() - 1)]);
    }
    return absl::OkStatus();
  }

  size_t Submit(absl::Span<const DeviceIo> ios) override {
    size_t n = 0;
    for (; n < ios.size() && served_.size() + hung_ < depth_; ++n) {
      const auto completion = devices_.at(static_cast<size_t>(ios[n].device)).Serve(ios[n]);
      if (completion) {
        served_.push(*completion);
      } else {
        ++hung_;
      }
    }
    return n;
  }

  size_t Wait(int64_t deadline_ns, std::vector<Completion>* out) override {
    if (served_.empty() || served_.top().time_ns > deadline_ns) {
      clock_->WaitUntil(deadline_ns);
      return 0;
    }
    clock_->WaitUntil(served_.top().time_ns);
    size_t n = 0;
    for (; !served_.empty() && served_.top().time_ns <= clock_->NowNs(); ++n) {
      out->push_back(served_.top());
      served_.pop();
    }
    return n;
  }

 private:
  struct Later {
    bool operator()(const Completion& a, const Completion& b) const {
      return a.time_ns != b.time_ns ? a.time_ns > b.time_ns : a.tag > b.tag;
    }
  };

  Clock* clock_;
  const std::vector<SimModel> models_;
  std::vector<SimDevice> devices_;
  size_t depth_ = 0, hung_ = 0;
  std::priority_queue<Completion, std::vector<Completion>, Later> served_;
};

}  // namespace

std::unique_ptr<Engine> MakeSimEngine(Clock* clock, std::vector<SimModel> models) {
  return std::make_unique<SimEngine>(clock, std::move(models));
}

}  // namespace ioreel
