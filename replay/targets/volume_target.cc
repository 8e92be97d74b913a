#include <algorithm>
#include <tuple>

#include "replay/targets/volume.h"

namespace ioreel {
namespace {

/// Takes requests apart into what volumes understand, and puts the parts in order.
class VolumeTarget : public Target {
 public:
  explicit VolumeTarget(std::unique_ptr<Volume> root) : root_(std::move(root)) {}

  uint64_t size_bytes() const override { return root_->size_bytes(); }
  bool TakesRangeOps() const override { return root_->TakesRangeOps(); }
  uint64_t ScratchBytes(uint64_t length) const override {
    return root_->ScratchBytes(std::min(length, kMaxBufferBytes));
  }

  void Map(const BlockIo& io, MappedIo* mapped) override {
    Begin(mapped);
    uint32_t stage = 0;
    if (io.op != Op::kFlush && (io.flags & kPreflush)) {
      stage = root_->Map({.op = Op::kFlush}, stage, mapped);
    }
    if (HasRange(io.op)) {
      MapRange(io, stage, mapped);
    } else {
      root_->Map({.op = io.op}, stage, mapped);
    }
    SortByStage(&mapped->parts);
  }

  bool MapWriteBack(MappedIo* mapped) override {
    Begin(mapped);
    const bool any = root_->MapWriteBack(mapped);
    SortByStage(&mapped->parts);
    return any;
  }

  void Reset() override { root_->Reset(); }

  std::vector<CacheResult> caches() const override {
    std::vector<CacheResult> caches;
    root_->AppendCaches(&caches);
    return caches;
  }

 private:
  void Begin(MappedIo* mapped) {
    mapped->Clear();
    mapped->serial = ++serial_;
  }

  /// What follows a slice of a long request uses its memory again.
  void MapRange(const BlockIo& io, uint32_t stage, MappedIo* mapped) {
    const uint64_t longest = HasPayload(io.op) ? kMaxBufferBytes : io.length;
    for (uint64_t done = 0; done < io.length;) {
      const uint64_t length = std::min(longest, io.length - done);
      mapped->scratch_bytes = 0;
      stage = root_->Map({.offset = io.offset + done,
                          .length = length,
                          .op = io.op,
                          .fua = io.op == Op::kWrite && (io.flags & kFua)},
                         stage, mapped);
      done += length;
    }
  }

  /// Of a stage those of one device by offset, as the kernel merges them.
  static void SortByStage(std::vector<TargetPart>* parts) {
    const auto by_stage = [](const TargetPart& a, const TargetPart& b) {
      return a.stage < b.stage;
    };
    if (std::is_sorted(parts->begin(), parts->end(), by_stage)) return;
    std::sort(parts->begin(), parts->end(), [](const TargetPart& a, const TargetPart& b) {
      return std::tie(a.stage, a.device, a.offset, a.op) <
             std::tie(b.stage, b.device, b.offset, b.op);
    });
  }

  std::unique_ptr<Volume> root_;
  uint64_t serial_ = 0;
};

}  // namespace

std::unique_ptr<Target> MakeVolumeTarget(std::unique_ptr<Volume> root) {
  return std::make_unique<VolumeTarget>(std::move(root));
}

}  // namespace ioreel
