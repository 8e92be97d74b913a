#include <algorithm>
#include <vector>

#include "base/status_macros.h"
#include "replay/targets/kinds.h"
#include "replay/targets/spec_options.h"

namespace ioreel {
namespace {

constexpr uint64_t kClaimUnit = 4096;

/// Which copy a read is taken from; in the order of kPolicies.
enum class ReadPolicy { kRotate, kClosest, kFirst };

std::vector<absl::string_view> PolicyNames() { return {"rotate", "closest", "first"}; }

/// The same data on every member.
class Raid1Volume : public CompositeVolume {
 public:
  Raid1Volume(Members members, ReadPolicy policy, uint32_t scope)
      : CompositeVolume(std::move(members)), policy_(policy), scope_(scope), ends_(size()) {}

  uint64_t size_bytes() const override { return SmallestMember(); }
  uint64_t ScratchBytes(uint64_t length) const override {
    return size() * MemberScratchBytes(length);
  }

  StagesAfter Map(const Piece& piece, uint32_t stage, MappedIo* mapped) override {
    if (!HasRange(piece.op)) return MapToAll(piece, stage, mapped);
    if (piece.op == Op::kRead) return member(Choose(piece))->Map(piece, stage, mapped);
    // Writes to the same place reach the members in one order, so that these stay equal.
    mapped->claims.push_back({.scope = scope_,
                              .begin = piece.offset / kClaimUnit,
                              .end = (piece.offset + piece.length - 1) / kClaimUnit + 1,
                              .exclusive = true});
    std::fill(ends_.begin(), ends_.end(), piece.offset + piece.length);
    return MapToAll(piece, stage, mapped);
  }

  void Reset() override {
    CompositeVolume::Reset();
    std::fill(ends_.begin(), ends_.end(), 0);
    last_ = 0;
  }

 private:
  size_t Choose(const Piece& piece) {
    size_t chosen = Next(policy_ == ReadPolicy::kFirst ? size() - 1 : last_);
    if (policy_ == ReadPolicy::kClosest) {
      for (size_t i = Next(chosen), n = 1; n < size(); i = Next(i), ++n) {
        if (Distance(i, piece.offset) < Distance(chosen, piece.offset)) chosen = i;
      }
    }
    last_ = chosen;
    ends_[chosen] = piece.offset + piece.length;
    return chosen;
  }

  /// The next one that is there.
  size_t Next(size_t i) const {
    do {
      i = (i + 1) % size();
    } while (IsMissing(i));
    return i;
  }

  uint64_t Distance(size_t i, uint64_t offset) const {
    return offset > ends_[i] ? offset - ends_[i] : ends_[i] - offset;
  }

  const ReadPolicy policy_;
  const uint32_t scope_;
  std::vector<uint64_t> ends_;  ///< where each member's last I/O ended
  size_t last_ = 0;             ///< the member that was last read from
};

class Raid1Kind : public TargetKind {
 public:
  absl::string_view name() const override { return "raid1"; }
  absl::string_view usage() const override { return "raid1([read=POLICY,]A,B,…)"; }
  absl::string_view description() const override {
    return "every member holds all data; reads take one after the other (read=rotate, the "
           "default), the one whose last I/O ended nearest (closest), or the first";
  }

  absl::Status Check(absl::string_view text, TargetSpec* spec) const override {
    const SpecOptions options(text, *spec);
    IOREEL_RETURN_IF_ERROR(options.CheckKnown({"read"}));
    IOREEL_RETURN_IF_ERROR(options.CheckMembers(2));
    return options.Choice("read", PolicyNames()).status();
  }
  absl::StatusOr<std::unique_ptr<Volume>> Build(Parts parts) const override {
    IOREEL_ASSIGN_OR_RETURN(const size_t policy,
                            SpecOptions(parts.text, *parts.spec).Choice("read", PolicyNames()));
    return std::make_unique<Raid1Volume>(std::move(parts.members), static_cast<ReadPolicy>(policy),
                                         parts.scope);
  }
};

}  // namespace

const TargetKind* Raid1TargetKind() {
  static const Raid1Kind kind;
  return &kind;
}

}  // namespace ioreel
