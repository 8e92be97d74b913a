#include "replay/targets/single.h"

#include <algorithm>

namespace ioreel {
namespace {

class SingleTarget : public Target {
 public:
  SingleTarget(const TargetDevice& device, uint16_t index)
      : size_bytes_(device.size_bytes), fua_(device.fua), device_(index) {}

  uint64_t size_bytes() const override { return size_bytes_; }

  void Map(const BlockIo& io, std::vector<TargetPart>* parts) override {
    uint32_t stage = 0;
    if (io.op != Op::kFlush && (io.flags & kPreflush)) {
      parts->push_back({.stage = stage++, .device = device_, .op = Op::kFlush});
    }
    if (!HasRange(io.op)) {
      parts->push_back({.stage = stage, .device = device_, .op = io.op});
      return;
    }
    const bool through = io.op == Op::kWrite && io.length > 0 && (io.flags & kFua);
    const uint64_t longest = HasPayload(io.op) ? kMaxBufferBytes : io.length;
    for (uint64_t done = 0; done < io.length; ++stage) {
      const uint64_t length = std::min(longest, io.length - done);
      parts->push_back({.offset = io.offset + done,
                        .length = length,
                        .stage = stage,
                        .device = device_,
                        .op = io.op,
                        .fua = through && fua_});
      done += length;
    }
    if (through && !fua_) parts->push_back({.stage = stage, .device = device_, .op = Op::kFlush});
  }

 private:
  uint64_t size_bytes_;
  bool fua_;
  uint16_t device_;
};

class SingleKind : public TargetKind {
 public:
  absl::string_view name() const override { return ""; }
  absl::string_view description() const override { return "PATH: a regular file or block device"; }

  absl::StatusOr<std::unique_ptr<Target>> Build(Parts parts) const override {
    return std::make_unique<SingleTarget>(parts.device, parts.index);
  }
};

}  // namespace

const TargetKind* SingleTargetKind() {
  static const SingleKind kind;
  return &kind;
}

}  // namespace ioreel
