#include "replay/engines/null_engine.h"

#include <algorithm>
#include <vector>

namespace ioreel {
namespace {

class NullEngine : public Engine {
 public:
  explicit NullEngine(Clock* clock) : clock_(clock) {}

  absl::string_view name() const override { return "null"; }

  absl::Status Open(const EngineOptions& options) override {
    depth_ = options.depth;
    return absl::OkStatus();
  }

  size_t Submit(absl::Span<const DeviceIo> ios) override {
    const size_t n = std::min(ios.size(), depth_ - done_.size());
    for (const DeviceIo& io : ios.subspan(0, n)) {
      done_.push_back({.tag = io.tag,
                       .time_ns = 0,
                       .result = HasPayload(io.op) ? static_cast<int64_t>(io.length) : 0});
    }
    return n;
  }

  size_t Wait(int64_t deadline_ns, std::vector<Completion>* out) override {
    const size_t n = done_.size();
    if (n == 0) {
      clock_->WaitUntil(deadline_ns);
      return 0;
    }
    const int64_t now_ns = clock_->NowNs();
    for (Completion& completion : done_) completion.time_ns = now_ns;
    out->insert(out->end(), done_.begin(), done_.end());
    done_.clear();
    return n;
  }

 private:
  Clock* clock_;
  size_t depth_ = 0;
  std::vector<Completion> done_;
};

}  // namespace

std::unique_ptr<Engine> MakeNullEngine(Clock* clock) { return std::make_unique<NullEngine>(clock); }

}  // namespace ioreel
