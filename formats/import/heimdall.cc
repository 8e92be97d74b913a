#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"

namespace ioreel {

/// The MSR cuts of Heimdall and of huaicheng's replayer: `223.412 0 3159347200 36864 0`.
const Format* HeimdallFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "heimdall",
      .description = "replayer or Heimdall cut: ms disk offset size 0 write|1 read, in bytes",
      .carries = "start in µs, disk; no latency, no flushes, no tasks",
      .separator = ' ',
      .columns =
          {{Role::kTime, kMs}, {Role::kDevice}, {Role::kOffset}, {Role::kLength}, {Role::kOp}},
      .find_op = OpWords({{"0", {Op::kWrite}}, {"1", {Op::kRead}}}),
      .resolution_ns = kUs,
      .ambiguous = true,
  });
  return format;
}

}  // namespace ioreel
