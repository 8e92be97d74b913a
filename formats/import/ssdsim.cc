#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"

namespace ioreel {

/// SSDsim's ASCII traces: `26214000 0 303574 7 0`.
const Format* SsdsimFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "ssdsim",
      .description = "SSDsim text: ns device sector sectors 0 write|1 read",
      .carries = "start in ns, device; no latency, no flushes, no tasks",
      .separator = ' ',
      .columns = {{Role::kTime, kNs},
                  {Role::kDevice},
                  {Role::kOffset, kSector},
                  {Role::kLength, kSector},
                  {Role::kOp}},
      .find_op = OpWords({{"0", {Op::kWrite}}, {"1", {Op::kRead}}}),
      .remark = "times are taken as ns; --columns time=1[us] reads them as µs",
      .ambiguous = true,
  });
  return format;
}

}  // namespace ioreel
