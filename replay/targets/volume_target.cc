#include <algorithm>
#include <atomic>
#include <memory>
#include <tuple>
#include <utility>

#include "replay/targets/volume.h"

namespace ioreel {
namespace {

constexpr uint64_t kStretch = 1 << 20;

/// Of a stage those of one device by offset, as the kernel merges them.
void SortByStage(std::vector<TargetPart>* parts) {
  const auto by_stage = [](const TargetPart& a, const TargetPart& b) { return a.stage < b.stage; };
  if (std::is_sorted(parts->begin(), parts->end(), by_stage)) return;
  std::sort(parts->begin(), parts->end(), [](const TargetPart& a, const TargetPart& b) {
    return std::tie(a.stage, a.device, a.offset, a.op) <
           std::tie(b.stage, b.device, b.offset, b.op);
  });
}

/// The top of a tree of volumes; takes requests apart into what these understand, and puts the
/// parts in order.
class Root {
 public:
  explicit Root(std::unique_ptr<Volume> volume) : volume_(std::move(volume)) {}

  Volume& volume() const { return *volume_; }
  uint64_t ScratchBytes(uint64_t length) const {
    return volume_->ScratchBytes(std::min(length, kMaxBufferBytes));
  }

  void Map(const BlockIo& io, bool uncached, MappedIo* mapped) {
    Begin(mapped);
    uint32_t stage = 0;
    if (io.op != Op::kFlush && (io.flags & kPreflush)) {
      stage = volume_->Map({.op = Op::kFlush}, stage, mapped).over;
    }
    if (HasRange(io.op)) {
      MapRange(io, uncached, stage, mapped);
    } else {
      volume_->Map({.op = io.op}, stage, mapped);
    }
    SortByStage(&mapped->parts);
  }

  /// Tells the caches which of their blocks reads and writes inside of `ranges` may touch.
  void Touch(const RangeSet& ranges) {
    volume_->BeginTouching();
    MappedIo unused;
    for (const auto& [begin, past] : ranges.ranges()) {
      const uint64_t end = std::min(past, volume_->size_bytes());
      for (uint64_t at = begin; at < end; at += kStretch) {
        const uint64_t length = std::min(kStretch, end - at);
        for (const Op op : {Op::kWrite, Op::kRead}) {
          Map({.offset = at, .length = length, .op = op}, /*uncached=*/true, &unused);
        }
      }
    }
    volume_->EndTouching();
    volume_->Reset();
  }

  void MapFront(const BlockIo& io, MappedIo* mapped) {
    Begin(mapped);
    volume_->MapFront({.offset = io.offset, .length = io.length, .op = io.op, .uncached = true}, 0,
                      mapped);
    SortByStage(&mapped->parts);
  }

  bool MapWriteBack(MappedIo* mapped) {
    Begin(mapped);
    const bool any = volume_->MapWriteBack(mapped);
    SortByStage(&mapped->parts);
    return any;
  }

 private:
  void Begin(MappedIo* mapped) {
    mapped->Clear();
    mapped->serial = serial_.fetch_add(1, std::memory_order_relaxed) + 1;
  }

  /// What follows a slice of a long request uses its memory again.
  void MapRange(const BlockIo& io, bool uncached, uint32_t stage, MappedIo* mapped) {
    const uint64_t longest = HasPayload(io.op) ? kMaxBufferBytes : io.length;
    for (uint64_t done = 0; done < io.length;) {
      const uint64_t length = std::min(longest, io.length - done);
      mapped->scratch_bytes = 0;
      const Piece slice = {.offset = io.offset + done,
                           .length = length,
                           .op = io.op,
                           .fua = io.op == Op::kWrite && (io.flags & kFua),
                           .uncached = uncached};
      stage = volume_->Map(slice, stage, mapped).over;
      done += length;
    }
  }

  std::unique_ptr<Volume> volume_;
  std::atomic<uint64_t> serial_ = 0;
};

class FrontView : public Target {
 public:
  explicit FrontView(Root* root) : root_(root) {}

  uint64_t size_bytes() const override { return root_->volume().FrontBytes(); }
  bool TakesRangeOps() const override { return false; }
  uint64_t ScratchBytes(uint64_t length) const override { return root_->ScratchBytes(length); }
  void Map(const BlockIo& io, MappedIo* mapped) override { root_->MapFront(io, mapped); }

 private:
  Root* const root_;
};

class UncachedView : public Target {
 public:
  explicit UncachedView(Root* root) : root_(root) {}

  uint64_t size_bytes() const override { return root_->volume().size_bytes(); }
  bool TakesRangeOps() const override { return root_->volume().TakesRangeOps(); }
  uint64_t ScratchBytes(uint64_t length) const override { return root_->ScratchBytes(length); }
  void Map(const BlockIo& io, MappedIo* mapped) override {
    root_->Map(io, /*uncached=*/true, mapped);
  }

 private:
  Root* const root_;
};

class VolumeTarget : public Target {
 public:
  explicit VolumeTarget(std::unique_ptr<Volume> volume) : root_(std::move(volume)) {}

  uint64_t size_bytes() const override { return root_.volume().size_bytes(); }
  bool TakesRangeOps() const override { return root_.volume().TakesRangeOps(); }
  uint64_t ScratchBytes(uint64_t length) const override { return root_.ScratchBytes(length); }
  void Map(const BlockIo& io, MappedIo* mapped) override {
    root_.Map(io, /*uncached=*/false, mapped);
  }
  bool MapWriteBack(MappedIo* mapped) override { return root_.MapWriteBack(mapped); }
  void Reset() override { root_.volume().Reset(); }

  Target* uncached() override { return &uncached_; }
  Target* front(const RangeSet& touched) override {
    if (caches().empty()) return nullptr;
    root_.Touch(touched);
    return front_.size_bytes() > 0 ? &front_ : nullptr;
  }

  std::vector<CacheResult> caches() const override {
    std::vector<CacheResult> caches;
    root_.volume().AppendCaches(&caches);
    return caches;
  }

 private:
  Root root_;
  UncachedView uncached_{&root_};
  FrontView front_{&root_};
};

}  // namespace

std::unique_ptr<Target> MakeVolumeTarget(std::unique_ptr<Volume> root) {
  return std::make_unique<VolumeTarget>(std::move(root));
}

}  // namespace ioreel
