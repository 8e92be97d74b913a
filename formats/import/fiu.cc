#include "formats/columnar/columnar_format.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"
#include "formats/import/fields.h"

namespace ioreel {
namespace {

using Fields = absl::Span<absl::string_view>;

constexpr size_t kProcess = 2, kOp = 5;

/// `lba size W|R major` around `op`.
bool IsOpAt(Fields fields, size_t op) {
  return (fields[op] == "R" || fields[op] == "W") && ParseUnsigned(fields[op - 1]) &&
         ParseUnsigned(fields[op - 2]) && ParseUnsigned(fields[op + 1]);
}

/// A process name with blanks in it comes as several fields, and any number of hashes follows, so
/// that the op tells where the name ends.
Fields JoinProcess(Fields fields) {
  size_t op = kOp;
  while (op + 1 < fields.size() && !IsOpAt(fields, op)) ++op;
  if (op == kOp || op + 1 >= fields.size()) return fields;
  const size_t surplus = op - kOp;
  const absl::string_view first = fields[kProcess], last = fields[kProcess + surplus];
  fields[kProcess + surplus] = absl::string_view(
      first.data(), static_cast<size_t>(last.data() + last.size() - first.data()));
  for (size_t i = kProcess; i-- > 0;) fields[i + surplus] = fields[i];
  return fields.subspan(surplus);
}

}  // namespace

/// FIU SyLab (IODedup: home, mail, web-vm, online): `89967404237653 1892 nfsd 508455936 8 W 6 0
/// 4c3a51f2…`; a hash for each 4096 or 512 bytes follows.
const Format* FiuFormat() {
  static const auto* format = new ColumnarFormat({
      .name = "fiu",
      .description = "FIU SyLab: ns pid process sector sectors W|R major minor hash…",
      .carries = "start in ns, device, process; no latency, no flushes; hashes are not kept",
      .separator = ' ',
      .columns = {{Role::kTime, kNs},
                  {Role::kPid},
                  {Role::kProcess},
                  {Role::kOffset, kSector},
                  {Role::kLength, kSector},
                  {Role::kOp},
                  {Role::kDevice},
                  {Role::kDevice}},
      .more_fields = true,
      .regroup = JoinProcess,
      .find_op = OpWords({{"R", {Op::kRead}}, {"W", {Op::kWrite}}}),
      .device_joint = ':',
      .origin = TimeOrigin::kArbitrary,
  });
  return format;
}

}  // namespace ioreel
