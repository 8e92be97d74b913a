#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"

namespace ioreel {

/// Alibaba block traces of 2020: `419,W,8792731648,16384,1577808000000046`; copies may have a
/// header.
const Format* AlibabaFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "alibaba",
      .description = "Alibaba cloud disks: device,R|W,offset,length,µs since 1970",
      .carries = "start in µs, device; no latency, no flushes, no tasks",
      .quotes = true,
      .header = Header::kOptional,
      .columns = {{Role::kDevice, 1, "device_id"},
                  {Role::kOp, 1, "opcode"},
                  {Role::kOffset, kByte, "offset"},
                  {Role::kLength, kByte, "length"},
                  {Role::kTime, kUs, "timestamp"}},
      .find_op = OpWords({{"R", {Op::kRead}}, {"W", {Op::kWrite}}}),
      .origin = TimeOrigin::kUnix,
      .resolution_ns = kUs,
  });
  return format;
}

}  // namespace ioreel
