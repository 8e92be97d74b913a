#include "replay/targets/chunk_option.h"

#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr uint64_t kDefaultChunk = 512 << 10;

}  // namespace

absl::StatusOr<uint64_t> ReadChunk(const SpecOptions& options) {
  return options.Unit("chunk", kDefaultChunk);
}

absl::StatusOr<uint64_t> ChunkThatFits(const TargetKind::Parts& parts) {
  IOREEL_ASSIGN_OR_RETURN(const uint64_t chunk, ReadChunk(SpecOptions(parts.text, *parts.spec)));
  for (size_t i = 0; i < parts.members.size(); ++i) {
    if (parts.members[i] == nullptr || parts.members[i]->size_bytes() >= chunk) continue;
    return TargetSpecError(
        parts.text, parts.spec->members[i].column,
        absl::StrCat("this member has less than a chunk of ", FormatSize(chunk)));
  }
  return chunk;
}

}  // namespace ioreel
