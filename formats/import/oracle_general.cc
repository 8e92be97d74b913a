#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/columnar/column_choice.h"
#include "formats/columnar/column_parser.h"
#include "formats/formats.h"
#include "formats/import/oracle_record.h"
#include "formats/import/oracle_writer.h"
#include "formats/import/record_importer.h"
#include "formats/option_error.h"

namespace ioreel {
namespace {

class OracleGeneralDecoder : public RecordDecoder {
 public:
  OracleGeneralDecoder(uint64_t block_bytes, bool said, std::string origin)
      : block_bytes_(block_bytes), said_(said) {
    info_.source = "oracle-general";
    info_.origin = std::move(origin);
    info_.clock_resolution_ns = kSecond;
    info_.devices.emplace_back();
  }

  size_t record_bytes() const override { return kOracleRecordBytes; }
  int64_t stamp_ns() const override { return kSecond; }
  const TraceInfo& info() const override { return info_; }
  int64_t Start(int64_t first_ns) override { return StartOf(TimeOrigin::kGuess, first_ns, &info_); }
  std::unique_ptr<RecordDecoder> Again() const override {
    return std::make_unique<OracleGeneralDecoder>(block_bytes_, said_, info_.origin);
  }

  absl::StatusOr<bool> Decode(absl::string_view bytes, RecordNotice notice, QueuedIo* io) override {
    const OracleRecord record = DecodeOracleRecord(bytes);
    if (record.next < -1) return absl::InvalidArgumentError("a next access below -1");
    const auto offset = CheckedMul(record.object, block_bytes_);
    if (!offset || !CheckedAdd(*offset, uint64_t{record.bytes}))
      return absl::InvalidArgumentError(
          absl::StrCat("object ", record.object,
                       " is no block's number: its bytes end above 2^64; "
                       "a trace of named objects cannot be replayed on a device"));
    if (!std::exchange(noted_, true)) Note(notice);
    io->queue_ns = record.seconds * kSecond;
    io->offset = *offset;
    io->length = record.bytes;
    if (io->length > 0) return true;
    notice("zero_length", "an I/O of 0 bytes; ignored, it moves no data");
    return false;
  }

 private:
  void Note(RecordNotice notice) const {
    notice("no_ops", "the format has no ops: all are taken as reads");
    if (said_) return;
    notice("block_size",
           "objects are taken as blocks of 512 bytes; --columns offset=2[4k] says other sizes");
  }

  uint64_t block_bytes_;
  bool said_;  ///< block_bytes_ is what the user said
  bool noted_ = false;
  TraceInfo info_;
};

class OracleGeneral : public Format {
 public:
  absl::string_view name() const override { return "oracle-general"; }
  absl::string_view description() const override {
    return "libCacheSim oracleGeneral (told by its name): seconds, block, bytes, next access";
  }
  absl::string_view carries() const override {
    return "start in whole seconds, spacing within one is invented; no ops: all are reads; no "
           "latency, no devices, no tasks";
  }
  bool TakesColumns() const override { return true; }

  /// Its records have no mark: the name is needed, and records must look like some.
  bool Sniff(absl::string_view head, absl::string_view name) const override {
    const std::string lower = absl::AsciiStrToLower(name);
    if (!absl::StrContains(lower, ".oraclegeneral") ||
        absl::StrContains(lower, ".oraclegeneralop") || head.size() < kOracleRecordBytes)
      return false;
    for (; head.size() >= kOracleRecordBytes; head.remove_prefix(kOracleRecordBytes)) {
      if (DecodeOracleRecord(head).next < -1) return false;
    }
    return true;
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    const std::string name = inputs.front()->name();
    IOREEL_ASSIGN_OR_RETURN(const auto choices, ParseColumnChoices(options.columns));
    const bool others = std::any_of(choices.begin(), choices.end(), [](const ColumnChoice& choice) {
      return choice.role != Role::kOffset || choice.place != 1;
    });
    if (others || choices.size() > 1)
      return OptionError(
          absl::StrCat(name,
                       ": of oracle-general, --columns can say the size of blocks only, as "
                       "in offset=2[4k]"));
    const auto block =
        static_cast<uint64_t>(choices.empty() ? kSector : choices.front().unit.value_or(kSector));
    auto decoder = std::make_unique<OracleGeneralDecoder>(block, !choices.empty(), name);
    return MakeRecordImporter(std::move(inputs), std::move(decoder), options, log);
  }

  std::vector<absl::string_view> extensions() const override { return {".oracleGeneral"}; }
  bool CanWrite() const override { return true; }
  bool OneLevel() const override { return true; }
  absl::StatusOr<std::unique_ptr<TraceWriter>> OpenWriter(
      const std::string& path, const WriteOptions& options) const override {
    return OpenOracleWriter(path, options);
  }
};

}  // namespace

const Format* OracleGeneralFormat() {
  static const auto* format = new OracleGeneral;
  return format;
}

}  // namespace ioreel
