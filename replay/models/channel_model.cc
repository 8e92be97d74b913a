#include "replay/models/channel_model.h"

#include <errno.h>

#include <algorithm>
#include <vector>

#include "base/checked_math.h"
#include "replay/models/completion_queue.h"

namespace ioreel {
namespace {

constexpr int64_t kEndOfTimeNs = kNever / 2;  // 146 years

class ChannelModel : public DriveModel {
 public:
  explicit ChannelModel(const ChannelSpec& spec)
      : spec_(spec), free_ns_(static_cast<size_t>(spec.channels)) {}

  void Submit(const DriveIo& io, int64_t now_ns) override {
    int64_t& channel = *std::min_element(free_ns_.begin(), free_ns_.end());
    const int64_t end_ns = SaturatingAdd(std::max(channel, now_ns), ServiceNs(io));
    if (end_ns > kEndOfTimeNs) {
      DriveIo late = io;
      late.result = -EOVERFLOW;
      return done_.Push(late, now_ns);
    }
    channel = end_ns;
    done_.Push(io, end_ns);
  }

  int64_t NextEventNs() const override { return done_.next_ns(); }

  void Advance(int64_t now_ns, std::vector<DriveDone>* done) override {
    done_.TakeUntil(now_ns, done);
  }

 private:
  int64_t ServiceNs(const DriveIo& io) const {
    const int64_t fixed_ns = io.op == Op::kRead    ? spec_.read_ns
                             : io.op == Op::kWrite ? spec_.write_ns
                                                   : spec_.other_ns;
    if (!HasPayload(io.op)) return fixed_ns;
    const double data_ns = spec_.ns_per_byte * static_cast<double>(io.length);
    const auto most = static_cast<double>(kEndOfTimeNs);
    return SaturatingAdd(fixed_ns, static_cast<int64_t>(std::min(data_ns, most)));
  }

  const ChannelSpec spec_;
  std::vector<int64_t> free_ns_;  ///< when each channel has done all it was given
  CompletionQueue done_;
};

}  // namespace

std::unique_ptr<DriveModel> MakeChannelModel(const ChannelSpec& spec) {
  return std::make_unique<ChannelModel>(spec);
}

}  // namespace ioreel
