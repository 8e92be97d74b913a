#include "replay/member_size.h"

#include <vector>

#include "base/status_macros.h"
#include "replay/target_registry.h"

namespace ioreel {
namespace {

constexpr uint64_t kStep = 1 << 20;
constexpr uint64_t kMost = uint64_t{1} << 50;

absl::StatusOr<uint64_t> SizeWith(absl::string_view text, const TargetSpec& spec,
                                  uint64_t member_bytes) {
  const std::vector<TargetDevice> devices(spec.Leaves().size(), {.size_bytes = member_bytes});
  IOREEL_ASSIGN_OR_RETURN(const auto target, MakeTarget(text, spec, devices));
  return target->size_bytes();
}

}  // namespace

absl::StatusOr<uint64_t> MemberBytesFor(absl::string_view text, const TargetSpec& spec,
                                        uint64_t needed_bytes) {
  if (spec.is_leaf()) return needed_bytes;
  const auto suffices = [&](uint64_t member_bytes) {
    const auto size_bytes = SizeWith(text, spec, member_bytes);
    return size_bytes.ok() && *size_bytes >= needed_bytes;
  };
  uint64_t enough = kStep;
  while (!suffices(enough)) {
    if (enough >= kMost) return SizeWith(text, spec, enough).status();
    enough *= 2;
  }
  for (uint64_t step = enough / 2; step >= kStep; step /= 2) {
    if (enough > step && suffices(enough - step)) enough -= step;
  }
  return enough;
}

}  // namespace ioreel
