#include "replay/prime/write_back.h"

#include <atomic>
#include <iterator>

#include "base/status_macros.h"
#include "replay/prime/plain_run.h"
#include "replay/run/progress.h"

namespace ioreel {
namespace {

/// Its requests, whatever they are, each write some data back.
class WriteBackTarget : public Target {
 public:
  explicit WriteBackTarget(Target* target) : target_(target) {}

  uint64_t size_bytes() const override { return target_->size_bytes(); }
  uint64_t ScratchBytes(uint64_t length) const override { return target_->ScratchBytes(length); }
  void Map(const BlockIo& /*io*/, MappedIo* mapped) override {
    left_ = target_->MapWriteBack(mapped);
  }
  bool left() const { return left_; }

 private:
  Target* const target_;
  bool left_ = true;
};

/// Requests until nothing is left.
class WriteBackSteps : public StepSource {
 public:
  explicit WriteBackSteps(const WriteBackTarget* target) : target_(target) {}

  Batch Pull() override {
    if (!target_->left()) return {};
    for (Step& step : steps_) {
      step = {};
      step.id = next_id_++;
      step.io.op = Op::kFlush;
    }
    return {Next::kSteps, steps_, std::size(steps_)};
  }

 private:
  const WriteBackTarget* const target_;
  Step steps_[64];
  uint64_t next_id_ = 0;
};

uint64_t DirtyBlocks(const Target& target) {
  uint64_t blocks = 0;
  for (const CacheResult& cache : target.caches()) blocks += cache.dirty;
  return blocks;
}

}  // namespace

absl::Status EmptyCaches(Target* target, const std::vector<int>& fds, const std::string& engine,
                         int64_t timeout_ns) {
  WriteBackTarget write_back(target);
  if (engine.empty()) {
    for (MappedIo mapped; write_back.left();) write_back.Map({}, &mapped);
  } else if (!target->caches().empty()) {
    WriteBackSteps steps(&write_back);
    std::atomic<uint64_t> completed{0};
    const Progress progress("write-back", DirtyBlocks(*target), kNoTime, &completed);
    IOREEL_RETURN_IF_ERROR(RunPlainly({.what = "writing caches back",
                                       .source = &steps,
                                       .target = &write_back,
                                       .fds = fds,
                                       .engine = engine,
                                       .timeout_ns = timeout_ns,
                                       .completed = &completed}));
  }
  target->Reset();
  return absl::OkStatus();
}

}  // namespace ioreel
