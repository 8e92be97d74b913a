#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"

namespace ioreel {

/// SPC trace format (UMass Financial, WebSearch): `0,303567,3584,w,0.026214[,anything…]`; copies
/// may have a header.
const Format* SpcFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "spc",
      .description = "SPC or UMass trace: ASU,LBA of 512 bytes,bytes,r|w,seconds",
      .carries = "start as written, mostly in µs, ASU as device; no latency, no flushes, no tasks",
      .header = Header::kOptional,
      .columns = {{Role::kDevice, 1, "ASU"},
                  {Role::kOffset, kSector, "LBA"},
                  {Role::kLength, kByte, "Size"},
                  {Role::kOp, 1, "Opcode"},
                  {Role::kTime, kSecond, "Timestamp"}},
      .more_fields = true,
      .find_op = OpWords({{"R", {Op::kRead}}, {"W", {Op::kWrite}}}),
      .resolution_ns = kUs,
  });
  return format;
}

}  // namespace ioreel
