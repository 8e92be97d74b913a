#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"

namespace ioreel {

/// Systor '17 enterprise VDI (SNIA): `1456135200.013118000,0.001512,W,4,1879048192,8192`, below a
/// header or without one.
const Format* SystorFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "systor",
      .description = "Systor '17 VDI: seconds since 1970,response,R|W,LUN,offset,size",
      .carries = "start in µs, response time, LUN as device; no flushes, no tasks",
      .quotes = true,
      .header = Header::kOptional,
      .columns = {{Role::kTime, kSecond, "Timestamp"},
                  {Role::kLatency, kSecond, "Response"},
                  {Role::kOp, 1, "IOType"},
                  {Role::kDevice, 1, "LUN"},
                  {Role::kOffset, kByte, "Offset"},
                  {Role::kLength, kByte, "Size"}},
      .find_op = OpWords({{"R", {Op::kRead}}, {"W", {Op::kWrite}}, {"", {.ignored = true}}}),
      .ignored_rows = "a row without an op, whose response was never seen; ignored",
      .origin = TimeOrigin::kUnix,
      .resolution_ns = kUs,
  });
  return format;
}

}  // namespace ioreel
