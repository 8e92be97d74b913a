#include "replay/engines/sync_engine.h"

#include <algorithm>

#include "base/clock.h"
#include "replay/engines/worker_pool.h"

namespace ioreel {
namespace {

constexpr int kMaxThreads = 64;

class SyncEngine : public Engine {
 public:
  absl::string_view name() const override { return "sync"; }
  std::string details() const override {
    return "at most " + std::to_string(std::min(depth_, kMaxThreads)) + " threads";
  }

  absl::Status Open(const EngineOptions& options) override {
    depth_ = options.depth;
    spin_ns_ = options.spin_ns;
    pool_ = std::make_unique<WorkerPool>(std::min(depth_, kMaxThreads));
    return absl::OkStatus();
  }

  size_t Submit(absl::Span<const DeviceIo> ios) override {
    const size_t room = static_cast<size_t>(depth_ - pool_->in_flight());
    const size_t n = std::min(ios.size(), room);
    for (const DeviceIo& io : ios.subspan(0, n)) pool_->Submit(io);
    return n;
  }

  size_t Wait(int64_t deadline_ns, std::vector<Completion>* out) override {
    const SteadyClock clock;
    for (;;) {
      if (const size_t n = pool_->Collect(out); n > 0) return n;
      const int64_t now_ns = clock.NowNs();
      if (now_ns >= deadline_ns) return 0;
      if (now_ns >= deadline_ns - spin_ns_) continue;
      if (watcher_ != nullptr) watcher_->BeforeSleep(now_ns);
      pool_->WaitUntil(deadline_ns - spin_ns_);
      if (watcher_ != nullptr) watcher_->AfterSleep(clock.NowNs());
    }
  }

 private:
  int depth_ = 0;
  int64_t spin_ns_ = 0;
  std::unique_ptr<WorkerPool> pool_;
};

}  // namespace

std::unique_ptr<Engine> MakeSyncEngine() { return std::make_unique<SyncEngine>(); }

}  // namespace ioreel
