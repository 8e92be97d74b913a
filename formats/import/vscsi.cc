#include <utility>

#include "absl/strings/str_cat.h"
#include "base/bytes.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/columnar/column_parser.h"
#include "formats/columnar/op_words.h"
#include "formats/formats.h"
#include "formats/import/record_importer.h"

/// VMware's vSCSI traces (CloudPhysics), little endian, sectors of 512 bytes, times in µs:
/// v1, 32 bytes: u32 number, u32 bytes, u32 segments, u16 SCSI code, u16 version, u64 LBN, u64
/// time. v2, 40 bytes: u16 SCSI code, u16 version, u32 number, u32 bytes, u32 segments, u64 LBN,
/// u64 time, u64 response time. The version is the high byte of its field.

namespace ioreel {
namespace {

constexpr size_t kBytes[] = {0, 32, 40};  // by version

struct VscsiRecord {
  uint16_t code = 0, version = 0;
  uint32_t bytes = 0;
  uint64_t lbn = 0, time_us = 0;
  std::optional<uint64_t> response_us;
};

VscsiRecord DecodeVscsi(int version, absl::string_view bytes) {
  ByteReader reader(bytes);
  VscsiRecord record;
  if (version == 2) {
    record.code = reader.Read<uint16_t>();
    record.version = reader.Read<uint16_t>();
  }
  reader.Skip(sizeof(uint32_t));
  record.bytes = reader.Read<uint32_t>();
  reader.Skip(sizeof(uint32_t));
  if (version == 1) {
    record.code = reader.Read<uint16_t>();
    record.version = reader.Read<uint16_t>();
  }
  record.lbn = reader.Read<uint64_t>();
  record.time_us = reader.Read<uint64_t>();
  if (version == 2) record.response_us = reader.Read<uint64_t>();
  return record;
}

bool IsOfVersion(int version, const VscsiRecord& record) {
  return record.version >> 8 == version && record.code <= 0xff;
}

/// The version whose first two records, or only one, these bytes are; 0 = none.
int VersionOf(absl::string_view head) {
  for (int version : {2, 1}) {
    const size_t bytes = kBytes[version];
    if (head.size() < bytes) continue;
    const VscsiRecord first = DecodeVscsi(version, head);
    const absl::string_view rest = head.substr(bytes);
    const bool second_fits =
        rest.size() < bytes || IsOfVersion(version, DecodeVscsi(version, rest));
    if (IsOfVersion(version, first) && !ScsiOp(first.code).ignored && second_fits) return version;
  }
  return 0;
}

class VscsiDecoder : public RecordDecoder {
 public:
  VscsiDecoder(int version, std::string origin) : version_(version) {
    info_.source = "vscsi";
    info_.origin = std::move(origin);
    info_.clock_resolution_ns = kUs;
    info_.notes["vscsi_version"] = absl::StrCat(version);
    info_.devices.emplace_back();
  }

  size_t record_bytes() const override { return kBytes[version_]; }
  const TraceInfo& info() const override { return info_; }
  int64_t Start(int64_t first_ns) override {
    return StartOf(TimeOrigin::kArbitrary, first_ns, &info_);
  }
  std::unique_ptr<RecordDecoder> Again() const override {
    return std::make_unique<VscsiDecoder>(version_, info_.origin);
  }

  absl::StatusOr<bool> Decode(absl::string_view bytes, RecordNotice notice, QueuedIo* io) override {
    const VscsiRecord record = DecodeVscsi(version_, bytes);
    if (!IsOfVersion(version_, record))
      return absl::InvalidArgumentError(absl::StrCat("no record of version ", version_));
    const OpMeaning op = ScsiOp(record.code);
    if (op.ignored) {
      notice("not_an_io", "a SCSI command that is no block I/O; ignored");
      return false;
    }
    io->op = op.op;
    if (!SetTimes(record, io)) return absl::InvalidArgumentError("a time beyond 146 years");
    if (!HasRange(op.op)) return true;
    io->length = record.bytes;
    const auto offset = CheckedMul(record.lbn, static_cast<uint64_t>(kSector));
    if (!offset || !CheckedAdd(*offset, io->length))
      return absl::InvalidArgumentError("a range that ends above 2^64");
    io->offset = *offset;
    if (io->length > 0 || !NeedsLength(io->op)) return true;
    notice("zero_length", "an I/O of 0 bytes; ignored, it moves no data");
    return false;
  }

 private:
  static bool SetTimes(const VscsiRecord& record, QueuedIo* io) {
    constexpr uint64_t kMostUs = (uint64_t{1} << 62) / kUs;
    if (record.time_us > kMostUs || record.response_us.value_or(0) > kMostUs) return false;
    io->queue_ns = static_cast<int64_t>(record.time_us) * kUs;
    if (record.response_us)
      io->complete_ns = io->queue_ns + static_cast<int64_t>(*record.response_us) * kUs;
    return true;
  }

  int version_;
  TraceInfo info_;
};

class Vscsi : public Format {
 public:
  absl::string_view name() const override { return "vscsi"; }
  absl::string_view description() const override {
    return "binary vSCSI records of VMware (CloudPhysics), versions 1 and 2";
  }
  absl::string_view carries() const override {
    return "start in µs, version 2 also the response time, flushes, unmaps; no device, no tasks";
  }
  bool Sniff(absl::string_view head, absl::string_view) const override {
    return VersionOf(head) != 0;
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    const std::string name = inputs.front()->name();
    IOREEL_ASSIGN_OR_RETURN(const std::string head, inputs.front()->Head());
    const int version = VersionOf(head);
    if (version == 0)
      return absl::InvalidArgumentError(
          absl::StrCat(name, ": its first records are vSCSI of neither version 1 nor 2"));
    return MakeRecordImporter(std::move(inputs), std::make_unique<VscsiDecoder>(version, name),
                              options, log);
  }
};

}  // namespace

const Format* VscsiFormat() {
  static const auto* format = new Vscsi;
  return format;
}

}  // namespace ioreel
