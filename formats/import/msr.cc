#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"

namespace ioreel {

/// MSR Cambridge (FAST'08): `128166372003061629,hm,0,Read,383496192,32768,113736`; copies may have
/// a header.
const Format* MsrFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "msr",
      .description = "MSR Cambridge CSV: FILETIME,host,disk,Read|Write,offset,size,response",
      .carries = "start and response time in 100 ns, host_disk as device; no flushes, no tasks",
      .quotes = true,
      .header = Header::kOptional,
      .columns = {{Role::kTime, kFileTimeTick, "Timestamp"},
                  {Role::kDevice, 1, "Hostname"},
                  {Role::kDevice, 1, "DiskNumber"},
                  {Role::kOp, 1, "Type"},
                  {Role::kOffset, kByte, "Offset"},
                  {Role::kLength, kByte, "Size"},
                  {Role::kLatency, kFileTimeTick, "ResponseTime"}},
      .find_op = OpWords({{"Read", {Op::kRead}}, {"Write", {Op::kWrite}}}),
      .origin = TimeOrigin::kFileTime,
      .resolution_ns = kFileTimeTick,
  });
  return format;
}

}  // namespace ioreel
