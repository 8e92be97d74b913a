#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"

namespace ioreel {

/// MQSim's ASCII traces: `938513000 4 264719034 16 0`.
const Format* MqsimFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "mqsim",
      .description = "MQSim text: ns device sector sectors 0 write|1 read",
      .carries = "start in ns, device; no latency, no flushes, no tasks",
      .separator = ' ',
      .columns = {{Role::kTime, kNs},
                  {Role::kDevice},
                  {Role::kOffset, kSector},
                  {Role::kLength, kSector},
                  {Role::kOp}},
      .find_op = OpWords({{"0", {Op::kWrite}}, {"1", {Op::kRead}}}),
      .origin = TimeOrigin::kArbitrary,
      .remark = "times are taken as ns; --columns time=1[us] reads them as µs",
      .ambiguous = true,
  });
  return format;
}

}  // namespace ioreel
