#include <gtest/gtest.h>

#include "formats/etl/disk_io.h"
#include "tests/support/etl_bytes.h"

namespace ioreel {
namespace {

const EtlDiskBytes kIo = {.disk = 3,
                          .irp_flags = 0x60043,
                          .length = 8192,
                          .offset = 0x123456789a00,
                          .irp = 0x80001230,
                          .response = 0x1'2345'6789,
                          .tid = 77};

EtlRecord Record(absl::string_view payload, int pointer_bytes) {
  EtlRecord record;
  record.kind = EtlRecord::Kind::kKernel;
  record.pointer_bytes = static_cast<uint8_t>(pointer_bytes);
  record.payload = payload;
  return record;
}

TEST(EtlDiskIoTest, TransfersOfEveryVersion) {
  for (const int pointer_bytes : {4, 8}) {
    for (const uint8_t version : {0, 1, 2, 3}) {
      SCOPED_TRACE(testing::Message() << "version " << int{version} << ", " << pointer_bytes);
      const std::string payload = kIo.Transfer(pointer_bytes, version);
      EtlDiskIo io;
      const EtlDiskOp& op = *FindEtlDiskOp(0x0b);
      ASSERT_EQ(DecodeEtlDiskIo(Record(payload, pointer_bytes), op, version, &io),
                EtlDiskVerdict::kOk);
      EXPECT_EQ(io.disk, 3u);
      EXPECT_EQ(io.irp_flags, 0x60043u);
      EXPECT_EQ(io.length, 8192u);
      EXPECT_EQ(io.offset, 0x123456789a00);
      EXPECT_EQ(io.irp, version >= 2 ? 0x80001230u : 0u);
      EXPECT_EQ(io.has_response, version >= 1);
      if (version >= 1) EXPECT_EQ(io.response, 0x1'2345'6789u);
      EXPECT_EQ(io.has_issuer, version >= 3);
      if (version >= 3) EXPECT_EQ(io.issuer, 77u);
    }
  }
}

TEST(EtlDiskIoTest, LengthsAreThoseOfTheSpecification) {
  EXPECT_EQ(kIo.Transfer(8, 3).size(), 52u);
  EXPECT_EQ(kIo.Transfer(4, 3).size(), 44u);
  EXPECT_EQ(kIo.Transfer(8, 2).size(), 48u);
  EXPECT_EQ(kIo.Flush(8, 3).size(), 28u);
  EXPECT_EQ(kIo.Flush(4, 3).size(), 24u);
  EXPECT_EQ(kIo.Init(8, 3).size(), 12u);
}

TEST(EtlDiskIoTest, ShorterIsRefusedAndLongerAccepted) {
  for (const int pointer_bytes : {4, 8}) {
    for (const uint8_t version : {2, 3}) {
      const std::pair<uint8_t, std::string> payloads[] = {
          {0x0a, kIo.Transfer(pointer_bytes, version)},
          {0x0e, kIo.Flush(pointer_bytes, version)},
          {0x0c, kIo.Init(pointer_bytes, version)}};
      for (const auto& [opcode, payload] : payloads) {
        EtlDiskIo io;
        const EtlDiskOp& op = *FindEtlDiskOp(opcode);
        for (size_t size = 0; size < payload.size(); ++size)
          EXPECT_EQ(
              DecodeEtlDiskIo(Record(payload.substr(0, size), pointer_bytes), op, version, &io),
              EtlDiskVerdict::kTooShort)
              << op.name << " " << size;
        EXPECT_EQ(DecodeEtlDiskIo(Record(payload + "more", pointer_bytes), op, version, &io),
                  EtlDiskVerdict::kOk);
      }
    }
  }
}

/// In a structure of C, 8 bytes are aligned; in a class of WMI they are not.
TEST(EtlDiskIoTest, TheResponseOfVersion1MayBeAligned) {
  std::string payload = kIo.Transfer(4, 1);
  ASSERT_EQ(payload.size(), 36u);
  payload.insert(28, std::string(4, '\0'));
  EtlDiskIo io;
  ASSERT_EQ(DecodeEtlDiskIo(Record(payload, 4), *FindEtlDiskOp(0x0a), 1, &io), EtlDiskVerdict::kOk);
  EXPECT_TRUE(io.has_response);
  EXPECT_EQ(io.response, 0x1'2345'6789u);
}

TEST(EtlDiskIoTest, UnknownVersionsAreRefused) {
  EtlDiskIo io;
  const std::string payload(100, '\0');
  EXPECT_EQ(DecodeEtlDiskIo(Record(payload, 8), *FindEtlDiskOp(0x0a), 4, &io),
            EtlDiskVerdict::kUnknownVersion);
  EXPECT_EQ(DecodeEtlDiskIo(Record(payload, 8), *FindEtlDiskOp(0x0e), 1, &io),
            EtlDiskVerdict::kUnknownVersion)
      << "Windows before Vista logs no flushes";
}

TEST(EtlDiskIoTest, AnInitWithoutItsIssuerHasThatOfItsHeader) {
  const std::string payload = kIo.Init(8, 2);
  EtlRecord record = Record(payload, 8);
  EtlDiskIo io;
  ASSERT_EQ(DecodeEtlDiskIo(record, *FindEtlDiskOp(0x0c), 2, &io), EtlDiskVerdict::kOk);
  EXPECT_FALSE(io.has_issuer);
  record.has_thread = true;
  record.tid = 99;
  ASSERT_EQ(DecodeEtlDiskIo(record, *FindEtlDiskOp(0x0c), 2, &io), EtlDiskVerdict::kOk);
  EXPECT_EQ(io.issuer, 99u);
}

TEST(EtlDiskIoTest, OpcodesHaveTheirNames) {
  EXPECT_EQ(FindEtlDiskOp(0x09), nullptr);
  EXPECT_EQ(FindEtlDiskOp(0x0a)->name, "Read");
  EXPECT_EQ(FindEtlDiskOp(0x0f)->name, "FlushInit");
  EXPECT_EQ(FindEtlDiskOp(0x10), nullptr);
  EXPECT_EQ(FindEtlDiskOp(0x34), nullptr) << "calls into drivers";
  EXPECT_EQ(FindEtlDiskOp(0x37)->name, "OpticalRead");
  EXPECT_EQ(FindEtlDiskOp(0x3c)->op, Op::kFlush);
  EXPECT_EQ(FindEtlDiskOp(0x3d), nullptr);
}

TEST(EtlDiskIoTest, FlagsAndPriority) {
  EXPECT_EQ(IoFlagsFromIrp(0x60043), kPaging | kSync);
  EXPECT_EQ(PriorityFromIrp(0x60043), 3);
  EXPECT_EQ(IoFlagsFromIrp(0x40), 0) << "an input operation, without paging";
  EXPECT_EQ(IoFlagsFromIrp(0x4), kSync);
  EXPECT_EQ(IoFlagsFromIrp(0x3), kPaging);
  EXPECT_EQ(PriorityFromIrp(0x1), 0);
}

}  // namespace
}  // namespace ioreel
