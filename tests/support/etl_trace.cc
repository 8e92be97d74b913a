#include "tests/support/etl_trace.h"

#include <gmock/gmock.h>

#include "tests/support/matchers.h"

namespace ioreel {

std::string EtlCompleted(int64_t ticks, const EtlDiskBytes& io, uint8_t opcode, int version) {
  return EtlRecordBytes{.opcode = opcode,
                        .version = static_cast<uint8_t>(version),
                        .ticks = kEtlStart + ticks,
                        .payload = io.Transfer(8, version)}
      .Encode();
}

std::string EtlBegun(int64_t ticks, const EtlDiskBytes& io) {
  return EtlRecordBytes{.header = EtlRecordBytes::Header::kSystem,
                        .opcode = 0x0c,
                        .ticks = kEtlStart + ticks,
                        .payload = io.Init(8, 3)}
      .Encode();
}

EtlFileBytes EtlFileOf(const std::string& records) {
  EtlFileBytes file;
  file.buffers.push_back({.records = records, .cpu = 2, .sequence = 1});
  return file;
}

WholeTrace ReadEtl(const EtlFileBytes& file, ImportLog* log, const ReadOptions& options) {
  auto trace = ReadText("etl", file.Encode(), options, log);
  EXPECT_THAT(trace, IsOk());
  return trace.ok() ? *trace : WholeTrace{};
}

uint64_t EntryCount(const ImportLog& log, absl::string_view name) {
  const ImportLog::Entry* entry = FindEntry(log, name);
  return entry == nullptr ? 0 : entry->count;
}

}  // namespace ioreel
