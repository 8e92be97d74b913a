#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "replay/targets/cache_volume.h"
#include "replay/targets/kinds.h"
#include "replay/targets/spec_options.h"

namespace ioreel {
namespace {

constexpr uint64_t kDefaultBlock = 64 << 10;
constexpr uint64_t kMostBlock = 4 << 20;   // each I/O in flight may hold one
constexpr uint64_t kMostBlocks = 1 << 22;  // of about 100 bytes of memory each

/// In the order of CacheMode and CachePolicy.
std::vector<absl::string_view> ModeNames() { return {"read", "writethrough", "writeback"}; }
std::vector<absl::string_view> PolicyNames() { return {"lru", "lfu", "hot"}; }

/// All but the number of blocks.
absl::StatusOr<CacheOptions> ReadOptions(const SpecOptions& options) {
  CacheOptions cache;
  IOREEL_ASSIGN_OR_RETURN(cache.block_bytes, options.Unit("block", kDefaultBlock));
  if (cache.block_bytes > kMostBlock) {
    return options.Error("block",
                         absl::StrCat("a cache moves whole blocks through memory: at most ",
                                      FormatSize(kMostBlock)));
  }
  IOREEL_ASSIGN_OR_RETURN(const size_t policy, options.Choice("policy", PolicyNames()));
  IOREEL_ASSIGN_OR_RETURN(const size_t mode, options.Choice("mode", ModeNames()));
  cache.policy = static_cast<CachePolicy>(policy);
  cache.mode = static_cast<CacheMode>(mode);
  return cache;
}

class CacheKind : public TargetKind {
 public:
  absl::string_view name() const override { return "cache"; }
  absl::string_view usage() const override { return "cache(fast=F,slow=S[,size=SIZE,…])"; }
  absl::string_view description() const override {
    return "F holds blocks of S (block=64k), as many as fit in it or in size=. policy=lru, lfu or "
           "hot (what is read again and again); mode=read (a write goes to S and out of F), "
           "writethrough (to both) or writeback (to F, and later to S)";
  }
  std::vector<std::string> roles() const override { return {"fast", "slow"}; }

  absl::Status Check(absl::string_view text, TargetSpec* spec) const override {
    spec->members[0].written_by_reads = true;
    const SpecOptions options(text, *spec);
    IOREEL_RETURN_IF_ERROR(options.CheckKnown({"size", "policy", "mode", "block"}));
    IOREEL_RETURN_IF_ERROR(options.Size("size", 0).status());
    return ReadOptions(options).status();
  }

  absl::StatusOr<std::unique_ptr<Volume>> Build(Parts parts) const override {
    const SpecOptions options(parts.text, *parts.spec);
    IOREEL_ASSIGN_OR_RETURN(CacheOptions cache, ReadOptions(options));
    const uint64_t there = parts.members[0]->size_bytes();
    IOREEL_ASSIGN_OR_RETURN(const uint64_t used, options.Size("size", there));
    if (used > there) {
      return options.Error("size", absl::StrCat("the fast member has only ", FormatSize(there)));
    }
    const uint64_t slots = used / cache.block_bytes;
    if (slots == 0) {
      return options.Error("size", absl::StrCat("the cache has no room for a block of ",
                                                FormatSize(cache.block_bytes)));
    }
    if (slots > kMostBlocks) {
      return options.Error("block",
                           absl::StrCat("the cache would have more than ", FormatCount(kMostBlocks),
                                        " blocks; take larger ones"));
    }
    cache.blocks = static_cast<uint32_t>(slots);
    return MakeCacheVolume(std::move(parts.members[0]), std::move(parts.members[1]), cache,
                           parts.scope);
  }
};

}  // namespace

const TargetKind* CacheTargetKind() {
  static const CacheKind kind;
  return &kind;
}

}  // namespace ioreel
