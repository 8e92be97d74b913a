#include "formats/columnar/columnar_format.h"
#include "formats/formats.h"
#include "formats/import/fields.h"

namespace ioreel {
namespace {

/// Flags, of which bit 0 is a read.
std::optional<OpMeaning> FindDisksimOp(absl::string_view text) {
  const auto flags = ParseUnsignedOrHex(text);
  if (!flags) return std::nullopt;
  return OpMeaning{.op = *flags & 1 ? Op::kRead : Op::kWrite};
}

}  // namespace

/// DiskSim's default ASCII traces: `13.191135 30 0 5 1`.
const Format* DisksimFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "disksim",
      .description = "DiskSim text: ms device sector sectors flags (bit 0: read)",
      .carries = "start as written, mostly in µs, device; no latency, no flushes, no tasks",
      .separator = ' ',
      .columns = {{Role::kTime, kMs},
                  {Role::kDevice},
                  {Role::kOffset, kSector},
                  {Role::kLength, kSector},
                  {Role::kOp}},
      .find_op = FindDisksimOp,
      .ambiguous = true,
  });
  return format;
}

}  // namespace ioreel
