#include <algorithm>

#include "replay/targets/kinds.h"
#include "replay/targets/volume.h"

namespace ioreel {
namespace {

class SingleVolume : public Volume {
 public:
  SingleVolume(const TargetDevice& device, uint16_t index)
      : size_bytes_(device.size_bytes),
        longest_bytes_(device.longest_bytes > 0 ? device.longest_bytes : UINT64_MAX),
        fua_(device.fua),
        device_(index) {}

  uint64_t size_bytes() const override { return size_bytes_; }
  bool TakesRangeOps() const override { return true; }
  uint64_t ScratchBytes(uint64_t /*length*/) const override { return 0; }

  StagesAfter Map(const Piece& piece, uint32_t stage, MappedIo* mapped) override {
    if (!HasRange(piece.op)) return MapOnce(piece.op, piece.background, stage, mapped);
    if (piece.length == 0) return StagesAfter::Of(stage);
    const uint64_t longest = HasPayload(piece.op) ? longest_bytes_ : piece.length;
    mapped->cut |= piece.length > longest;
    for (uint64_t done = 0; done < piece.length; done += std::min(longest, piece.length - done)) {
      mapped->parts.push_back({.offset = piece.offset + done,
                               .length = std::min(longest, piece.length - done),
                               .memory = piece.memory + done,
                               .stage = stage,
                               .device = device_,
                               .op = piece.op,
                               .fua = piece.fua && fua_,
                               .background = piece.background});
    }
    ++stage;
    if (piece.fua && !fua_) return MapOnce(Op::kFlush, piece.background, stage, mapped);
    return StagesAfter::Of(stage);
  }

  void BeginTouching() override {}
  void EndTouching() override {}
  uint64_t FrontBytes() const override { return 0; }
  StagesAfter MapFront(const Piece& /*piece*/, uint32_t stage, MappedIo* /*mapped*/) override {
    return StagesAfter::Of(stage);
  }
  bool MapWriteBack(MappedIo* /*mapped*/) override { return false; }
  void Reset() override {}
  void AppendCaches(std::vector<CacheResult>* /*caches*/) const override {}

 private:
  /// An op on the device as a whole: one for all the writes of a stage that need it.
  StagesAfter MapOnce(Op op, bool background, uint32_t stage, MappedIo* mapped) {
    auto& there = mapped->whole_ops;
    const bool is_there = std::any_of(there.rbegin(), there.rend(), [&](const TargetPart& part) {
      return part.stage == stage && part.device == device_ && part.op == op &&
             part.background == background;
    });
    if (!is_there) {
      there.push_back({.stage = stage, .device = device_, .op = op, .background = background});
      mapped->parts.push_back(there.back());
    }
    return StagesAfter::Of(stage + 1);
  }

  uint64_t size_bytes_;
  uint64_t longest_bytes_;
  bool fua_;
  uint16_t device_;
};

class SingleKind : public TargetKind {
 public:
  absl::string_view name() const override { return ""; }
  absl::string_view usage() const override {
    return "PATH | sim:NAME | sim:SIZE[:read=TIME][:write=TIME]…";
  }
  absl::string_view description() const override {
    return "a regular file or block device; or a drive that is only simulated, in virtual time: by "
           "its name (see `list drives`) or FILE.toml, or by its size, with other=TIME of flushes "
           "and discards, rate=SIZE a second, channels=N";
  }

  absl::Status Check(absl::string_view /*text*/, TargetSpec* /*spec*/) const override {
    return absl::OkStatus();
  }
  absl::StatusOr<std::unique_ptr<Volume>> Build(Parts parts) const override {
    return std::make_unique<SingleVolume>(parts.device, parts.index);
  }
};

}  // namespace

const TargetKind* SingleTargetKind() {
  static const SingleKind kind;
  return &kind;
}

}  // namespace ioreel
