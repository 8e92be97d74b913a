#include "replay/target_set.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/check.h"

namespace ioreel {
namespace {

class TargetSet : public Target {
 public:
  TargetSet(std::vector<Target*> targets, const std::vector<uint16_t>& devices)
      : targets_(std::move(targets)) {
    CHECK(targets_.size() == devices.size());
    uint16_t next = 0;
    for (const uint16_t count : devices) {
      first_device_.push_back(next);
      next = static_cast<uint16_t>(next + count);
    }
  }

  uint64_t size_bytes() const override {
    uint64_t size_bytes = 0;
    for (const Target* target : targets_) size_bytes += target->size_bytes();
    return size_bytes;
  }

  bool TakesRangeOps() const override {
    return std::all_of(targets_.begin(), targets_.end(),
                       [](const Target* target) { return target->TakesRangeOps(); });
  }

  uint64_t ScratchBytes(uint64_t length) const override {
    uint64_t most = 0;
    for (const Target* target : targets_) most = std::max(most, target->ScratchBytes(length));
    return most;
  }

  void Map(const BlockIo& io, MappedIo* mapped) override {
    targets_[io.volume]->Map(io, mapped);
    Number(io.volume, mapped);
  }

  bool MapWriteBack(MappedIo* mapped) override {
    for (size_t volume = 0; volume < targets_.size(); ++volume) {
      if (!targets_[volume]->MapWriteBack(mapped)) continue;
      Number(volume, mapped);
      return true;
    }
    return false;
  }

  void Reset() override {
    for (Target* target : targets_) target->Reset();
  }

  std::vector<CacheResult> caches() const override {
    std::vector<CacheResult> caches;
    for (const Target* target : targets_) {
      for (CacheResult& cache : target->caches()) caches.push_back(std::move(cache));
    }
    return caches;
  }

 private:
  /// Scopes of claims, of which a target has one for each of its volumes.
  static constexpr uint32_t kScopes = 1 << 16;

  void Number(size_t volume, MappedIo* mapped) {
    for (TargetPart& part : mapped->parts) {
      part.device = static_cast<uint16_t>(part.device + first_device_[volume]);
    }
    for (Claim& claim : mapped->claims) {
      CHECK(claim.scope < kScopes);
      claim.scope += static_cast<uint32_t>(volume) * kScopes;
    }
    mapped->serial = serial_.fetch_add(1, std::memory_order_relaxed) + 1;
  }

  const std::vector<Target*> targets_;
  std::vector<uint16_t> first_device_;
  std::atomic<uint64_t> serial_ = 0;
};

}  // namespace

std::unique_ptr<Target> MakeTargetSet(std::vector<Target*> targets, std::vector<uint16_t> devices) {
  return std::make_unique<TargetSet>(std::move(targets), devices);
}

}  // namespace ioreel
