#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"

namespace ioreel {

/// Logs of a NetApp storage controller, as hfplayer takes them: a header of typed names
/// (`#DUMP_OFFSET.I,ELAPSED_USECS.D,…`), blocks of 512 bytes.
const Format* HfplayerFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "hfplayer",
      .description = "hfplayer CSV of a storage controller's log",
      .carries = "start, latency, LUN as device; no flushes, no tasks",
      .quotes = true,
      .header = Header::kRequired,
      .columns = {{Role::kTime, kUs, "ELAPSED_USECS.D"},
                  {Role::kLatency, kUs, "LATENCY_USECS.D", false},
                  {Role::kOp, 1, "CMD.S"},
                  {Role::kDevice, 1, "LUN_SSID.I"},
                  {Role::kOffset, kSector, "LBA.I"},
                  {Role::kLength, kSector, "NBLKS.I"}},
      .find_op = OpWords({{"RD", {Op::kRead}}, {"WR", {Op::kWrite}}, {"WR_IN", {Op::kWrite}}}),
      .origin = TimeOrigin::kArbitrary,
  });
  return format;
}

}  // namespace ioreel
