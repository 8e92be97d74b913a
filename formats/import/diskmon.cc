#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"

namespace ioreel {

/// Logs of Sysinternals DiskMon: `1 0.047120 0.00012207 0 Read 1048576 64`.
const Format* DiskmonFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "diskmon",
      .description = "DiskMon log: # seconds duration disk Read|Write sector sectors",
      .carries = "start, latency, disk; no flushes, no tasks",
      .separator = ' ',
      .columns = {{Role::kIgnored},
                  {Role::kTime, kSecond},
                  {Role::kLatency, kSecond},
                  {Role::kDevice},
                  {Role::kOp},
                  {Role::kOffset, kSector},
                  {Role::kLength, kSector}},
      .find_op = OpWords({{"Read", {Op::kRead}}, {"Write", {Op::kWrite}}}),
      .time_hint = "; save the log without Options > Clock Time",
  });
  return format;
}

}  // namespace ioreel
