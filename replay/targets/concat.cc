#include <algorithm>
#include <vector>

#include "base/status_macros.h"
#include "replay/targets/kinds.h"
#include "replay/targets/spec_options.h"

namespace ioreel {
namespace {

/// One member behind the other.
class ConcatVolume : public CompositeVolume {
 public:
  explicit ConcatVolume(Members members) : CompositeVolume(std::move(members)) {
    for (size_t i = 0; i < size(); ++i) ends_.push_back(size_bytes() + member(i)->size_bytes());
  }

  uint64_t size_bytes() const override { return ends_.empty() ? 0 : ends_.back(); }
  uint64_t ScratchBytes(uint64_t length) const override {
    uint64_t sum = 0;  // of all, as a request may reach over many small ones
    for (size_t i = 0; i < size(); ++i) sum += member(i)->ScratchBytes(length);
    return sum;
  }

  StagesAfter Map(const Piece& piece, uint32_t stage, MappedIo* mapped) override {
    if (!HasRange(piece.op)) return MapToAll(piece, stage, mapped);
    StagesAfter next = StagesAfter::Of(stage);
    for (uint64_t done = 0; done < piece.length;) {
      const uint64_t at = piece.offset + done;
      const auto i =
          static_cast<size_t>(std::upper_bound(ends_.begin(), ends_.end(), at) - ends_.begin());
      const uint64_t length = std::min(piece.length - done, ends_[i] - at);
      const uint64_t begin = ends_[i] - member(i)->size_bytes();
      next.Include(member(i)->Map(piece.Cut(done, length, at - begin), stage, mapped));
      done += length;
    }
    return next;
  }

 private:
  std::vector<uint64_t> ends_;  ///< of the members, in the volume
};

class ConcatKind : public TargetKind {
 public:
  absl::string_view name() const override { return "concat"; }
  absl::string_view usage() const override { return "concat(A,B,…)"; }
  absl::string_view description() const override { return "one member behind the other"; }

  absl::Status Check(absl::string_view text, TargetSpec* spec) const override {
    const SpecOptions options(text, *spec);
    IOREEL_RETURN_IF_ERROR(options.CheckKnown({}));
    return options.CheckMembers(1);
  }
  absl::StatusOr<std::unique_ptr<Volume>> Build(Parts parts) const override {
    return std::make_unique<ConcatVolume>(std::move(parts.members));
  }
};

}  // namespace

const TargetKind* ConcatTargetKind() {
  static const ConcatKind kind;
  return &kind;
}

}  // namespace ioreel
