#include "formats/etl/disk_io.h"

#include "base/bytes.h"

namespace ioreel {
namespace {

constexpr uint8_t kFirstDiskOp = 0x0a, kFirstOpticalOp = 0x37;
constexpr EtlDiskOp kDiskOps[] = {
    {.name = "Read", .op = Op::kRead},
    {.name = "Write", .op = Op::kWrite},
    {.name = "ReadInit", .op = Op::kRead, .initiates = true},
    {.name = "WriteInit", .op = Op::kWrite, .initiates = true},
    {.name = "FlushBuffers", .op = Op::kFlush},
    {.name = "FlushInit", .op = Op::kFlush, .initiates = true},
};
constexpr EtlDiskOp kOpticalOps[] = {
    {.name = "OpticalRead", .op = Op::kRead, .optical = true},
    {.name = "OpticalWrite", .op = Op::kWrite, .optical = true},
    {.name = "OpticalFlushBuffers", .op = Op::kFlush, .optical = true},
    {.name = "OpticalReadInit", .op = Op::kRead, .initiates = true, .optical = true},
    {.name = "OpticalWriteInit", .op = Op::kWrite, .initiates = true, .optical = true},
    {.name = "OpticalFlushInit", .op = Op::kFlush, .initiates = true, .optical = true},
};

/// c7bde69a-e1e0-4177-b6ef-283ad1525271
constexpr EtlGuid kKernelDiskProvider = {'\x9a', '\xe6', '\xbd', '\xc7', '\xe0', '\xe1',
                                         '\x77', '\x41', '\xb6', '\xef', '\x28', '\x3a',
                                         '\xd1', '\x52', '\x52', '\x71'};

constexpr uint8_t kFirstWithIrp = 2, kFirstWithIssuer = 3, kLastKnown = 3;

uint64_t ReadPointer(ByteReader* reader, uint8_t bytes) {
  return bytes == 4 ? reader->Read<uint32_t>() : reader->Read<uint64_t>();
}

void ReadIssuer(ByteReader* reader, uint8_t version, EtlDiskIo* out) {
  if (version < kFirstWithIssuer) return;
  out->has_issuer = true;
  out->issuer = reader->Read<uint32_t>();
}

void ReadResponse(ByteReader* reader, EtlDiskIo* out) {
  out->has_response = true;
  out->response = reader->Read<uint64_t>();
}

void ReadInit(ByteReader* reader, const EtlRecord& record, uint8_t version, EtlDiskIo* out) {
  out->irp = ReadPointer(reader, record.pointer_bytes);
  ReadIssuer(reader, version, out);
  if (out->has_issuer || !record.has_thread) return;
  out->has_issuer = true;  // who logs the begin is who begins
  out->issuer = record.tid;
}

void ReadFlush(ByteReader* reader, const EtlRecord& record, uint8_t version, EtlDiskIo* out) {
  out->disk = reader->Read<uint32_t>();
  out->irp_flags = reader->Read<uint32_t>();
  ReadResponse(reader, out);
  out->irp = ReadPointer(reader, record.pointer_bytes);
  ReadIssuer(reader, version, out);
}

void ReadTransfer(ByteReader* reader, const EtlRecord& record, uint8_t version, EtlDiskIo* out) {
  out->disk = reader->Read<uint32_t>();
  out->irp_flags = reader->Read<uint32_t>();
  out->length = reader->Read<uint32_t>();
  reader->Skip(4);
  out->offset = reader->Read<int64_t>();
  ReadPointer(reader, record.pointer_bytes);  // file object
  if (version >= kFirstWithIrp) {
    out->irp = ReadPointer(reader, record.pointer_bytes);
    ReadResponse(reader, out);
    ReadIssuer(reader, version, out);
    return;
  }
  // Windows 2003 has the response time here, aligned or not; XP and 2000 end.
  const size_t left = reader->remaining();
  if (left >= 12) reader->Skip(4);
  if (left >= 8) ReadResponse(reader, out);
}

}  // namespace

const EtlDiskOp* FindEtlDiskOp(uint8_t opcode) {
  const size_t disk = static_cast<size_t>(opcode) - kFirstDiskOp;
  const size_t optical = static_cast<size_t>(opcode) - kFirstOpticalOp;
  if (disk < std::size(kDiskOps)) return &kDiskOps[disk];
  if (optical < std::size(kOpticalOps)) return &kOpticalOps[optical];
  return nullptr;
}

const EtlDiskOp* FindEtlDiskProviderOp(const EtlRecord& record) {
  if (record.kind != EtlRecord::Kind::kManifest || record.provider != kKernelDiskProvider)
    return nullptr;
  const bool known = record.id == 10 || record.id == 11 || record.id == 14;
  return known ? FindEtlDiskOp(static_cast<uint8_t>(record.id)) : nullptr;
}

EtlDiskVerdict DecodeEtlDiskIo(const EtlRecord& record, const EtlDiskOp& op, uint8_t version,
                               EtlDiskIo* out) {
  *out = EtlDiskIo{};
  const bool init_or_flush = op.initiates || op.op == Op::kFlush;
  if (version > kLastKnown || (init_or_flush && version < kFirstWithIrp))
    return EtlDiskVerdict::kUnknownVersion;
  ByteReader reader(record.payload);
  if (op.initiates) {
    ReadInit(&reader, record, version, out);
  } else if (op.op == Op::kFlush) {
    ReadFlush(&reader, record, version, out);
  } else {
    ReadTransfer(&reader, record, version, out);
  }
  return reader.ok() ? EtlDiskVerdict::kOk : EtlDiskVerdict::kTooShort;
}

IoFlags IoFlagsFromIrp(uint32_t irp_flags) {
  constexpr uint32_t kPagingIo = 0x2, kSynchronousApi = 0x4, kSynchronousPaging = 0x40;
  const bool paging = (irp_flags & kPagingIo) != 0;  // without it, 0x40 means something else
  const bool sync =
      (irp_flags & kSynchronousApi) != 0 || (paging && (irp_flags & kSynchronousPaging) != 0);
  return static_cast<IoFlags>((paging ? kPaging : 0) | (sync ? kSync : 0));
}

uint8_t PriorityFromIrp(uint32_t irp_flags) { return irp_flags >> 17 & 7; }

}  // namespace ioreel
