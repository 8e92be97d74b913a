#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"

namespace ioreel {

/// Tencent CBS (SNIA): `1538323199,12910952128,128,0,1063`; copies may have a header.
const Format* TencentFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "tencent",
      .description = "Tencent cloud disks: seconds since 1970,sector,sectors,0 read|1 write,volume",
      .carries = "start in whole seconds, spacing within one is invented; volume as device; no "
                 "latency, no flushes, no tasks",
      .quotes = true,
      .header = Header::kOptional,
      .columns = {{Role::kTime, kSecond, "Timestamp"},
                  {Role::kOffset, kSector, "Offset"},
                  {Role::kLength, kSector, "Size"},
                  {Role::kOp, 1, "IOType"},
                  {Role::kDevice, 1, "VolumeID"}},
      .find_op = OpWords({{"0", {Op::kRead}}, {"1", {Op::kWrite}}}),
      .origin = TimeOrigin::kUnix,
      .resolution_ns = kSecond,
      .stamp_ns = kSecond,
  });
  return format;
}

}  // namespace ioreel
