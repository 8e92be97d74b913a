#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"

namespace ioreel {

/// CloudPhysics traces as libCacheSim's CSV: `1,5633898,2a,512,42932745` below a header.
const Format* VscsiCsvFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "vscsi-csv",
      .description = "vSCSI CSV of libCacheSim: version,time,op,size,lbn",
      .carries = "start in whole seconds, spacing within one is invented; no latency, no tasks",
      .quotes = true,
      .header = Header::kRequired,
      .columns = {{Role::kIgnored, 1, "version"},
                  {Role::kTime, kSecond, "time"},
                  {Role::kOp, 1, "op"},
                  {Role::kLength, kByte, "size"},
                  {Role::kOffset, kSector, "lbn"}},
      .find_op = FindScsiOp,
      .ignored_rows = "a SCSI command that is no block I/O; ignored",
      .origin = TimeOrigin::kArbitrary,
      .resolution_ns = kSecond,
      .stamp_ns = kSecond,
  });
  return format;
}

}  // namespace ioreel
