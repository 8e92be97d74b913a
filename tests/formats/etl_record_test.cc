#include <gtest/gtest.h>

#include "formats/etl/record.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/etl_bytes.h"

namespace ioreel {
namespace {

using Header = EtlRecordBytes::Header;

const char kSomeProvider[] = "0123456789abcdef";

EtlRecordBytes Some(Header header, int pointer_bytes) {
  return {.header = header,
          .pointer_bytes = pointer_bytes,
          .group = 5,
          .opcode = 3,
          .version = 2,
          .id = 77,
          .ticks = 0x0102030405060708,
          .tid = 4321,
          .provider = kSomeProvider,
          .payload = "the payload"};
}

TEST(EtlRecordTest, EveryKindOfHeaderIsRead) {
  using enum Header;
  for (const Header header : {kPerfInfo, kSystem, kCompact, kFull, kInstance, kManifest}) {
    for (const int pointer_bytes : {4, 8}) {
      SCOPED_TRACE(testing::Message() << static_cast<int>(header) << " " << pointer_bytes);
      const std::string bytes = Some(header, pointer_bytes).Encode();
      EtlRecordWalker walker(bytes);
      EtlRecord record;
      ASSERT_TRUE(walker.Next(&record));
      EXPECT_EQ(record.ticks, 0x0102030405060708);
      EXPECT_EQ(record.version, 2);
      EXPECT_EQ(record.pointer_bytes, pointer_bytes);
      EXPECT_EQ(record.payload, "the payload");
      EXPECT_EQ(record.has_thread, header != kPerfInfo);
      if (record.has_thread) EXPECT_EQ(record.tid, 4321u);
      EXPECT_FALSE(walker.Next(&record));
      EXPECT_FALSE(walker.broken());
    }
  }
}

TEST(EtlRecordTest, KindsTellWhatIsIdentified) {
  EtlRecord record;
  const std::string kernel = Some(Header::kPerfInfo, 8).Encode();
  ASSERT_TRUE(EtlRecordWalker(kernel).Next(&record));
  EXPECT_EQ(record.kind, EtlRecord::Kind::kKernel);
  EXPECT_EQ(record.group, 5);
  EXPECT_EQ(record.opcode, 3);
  const std::string classic = Some(Header::kFull, 8).Encode();
  ASSERT_TRUE(EtlRecordWalker(classic).Next(&record));
  EXPECT_EQ(record.kind, EtlRecord::Kind::kClassic);
  EXPECT_EQ(std::string(record.provider.begin(), record.provider.end()), kSomeProvider);
  const std::string manifest = Some(Header::kManifest, 8).Encode();
  ASSERT_TRUE(EtlRecordWalker(manifest).Next(&record));
  EXPECT_EQ(record.kind, EtlRecord::Kind::kManifest);
  EXPECT_EQ(record.id, 77);
}

TEST(EtlRecordTest, KernelClassesAreKernelEvents) {
  const std::pair<const char*, EtlGroup> classes[] = {
      {"d4a86f3d05fed0119dda00c04fd7ba7c", kEtlDiskGroup},
      {"d0a86f3d05fed0119dda00c04fd7ba7c", kEtlProcessGroup},
      {"d1a86f3d05fed0119dda00c04fd7ba7c", kEtlThreadGroup},
      {"39dccb903e4ad11184f40000f80463e3", kEtlFileGroup},
      {"653a85018f41364faefcdc0f1d2fd235", kEtlConfigGroup}};
  for (const auto& [guid, group] : classes) {
    for (const Header header : {Header::kFull, Header::kInstance, Header::kManifest}) {
      EtlRecordBytes bytes = Some(header, 4);
      bytes.provider = FromHex(guid);
      const std::string encoded = bytes.Encode();
      EtlRecord record;
      ASSERT_TRUE(EtlRecordWalker(encoded).Next(&record));
      EXPECT_EQ(record.kind, EtlRecord::Kind::kKernel) << guid;
      EXPECT_EQ(record.group, group) << guid;
      EXPECT_EQ(record.opcode, 3) << guid;
    }
  }
}

TEST(EtlRecordTest, CountersAndExtendedItemsStandBeforeThePayload) {
  EtlRecordBytes counted = Some(Header::kPerfInfo, 8);
  counted.counters = 3;
  std::string bytes = counted.Encode();
  EtlRecord record;
  ASSERT_TRUE(EtlRecordWalker(bytes).Next(&record));
  EXPECT_EQ(record.payload, "the payload");
  EXPECT_EQ(record.version, 2);
  EtlRecordBytes extended = Some(Header::kManifest, 8);
  extended.extended = FromHex("1000 0100 0100 0800 1122334455667788") +  // one, and there is more
                      FromHex("0c00 0600 0000 0400 11223344 00000000");  // padded
  bytes = extended.Encode();
  ASSERT_TRUE(EtlRecordWalker(bytes).Next(&record));
  EXPECT_EQ(record.payload, "the payload");
}

TEST(EtlRecordTest, MessagesAndErrorsAreSteppedOver) {
  const std::string bytes = FromHex("0c00 0090 1122334455667788 00000000") +  // WPP
                            FromHex("0800 0dc0 00000000") + Some(Header::kSystem, 8).Encode();
  EtlRecordWalker walker(bytes);
  EtlRecord record;
  ASSERT_TRUE(walker.Next(&record));
  EXPECT_EQ(record.kind, EtlRecord::Kind::kMessage);
  ASSERT_TRUE(walker.Next(&record));
  EXPECT_EQ(record.kind, EtlRecord::Kind::kMessage);
  ASSERT_TRUE(walker.Next(&record));
  EXPECT_EQ(record.payload, "the payload");
  EXPECT_EQ(walker.position(), 24u);
}

TEST(EtlRecordTest, FillerEndsTheBuffer) {
  for (const char* filler : {"ffffffffffffffff", "0000000000000000"}) {
    const std::string bytes = Some(Header::kSystem, 8).Encode() + FromHex(filler);
    EtlRecordWalker walker(bytes);
    EtlRecord record;
    EXPECT_TRUE(walker.Next(&record));
    EXPECT_FALSE(walker.Next(&record));
    EXPECT_FALSE(walker.broken());
  }
}

TEST(EtlRecordTest, ImpossibleSizesBreakOff) {
  const std::string good = Some(Header::kSystem, 8).Encode();
  for (const uint16_t size : {0, 7, 31, 49, 0xffff}) {  // of 48, of which 32 are header
    std::string bad = good;
    bad[4] = static_cast<char>(size);
    bad[5] = static_cast<char>(size >> 8);
    const std::string bytes = good + bad;
    EtlRecordWalker walker(bytes);
    EtlRecord record;
    EXPECT_TRUE(walker.Next(&record));
    EXPECT_FALSE(walker.Next(&record)) << size;
    EXPECT_TRUE(walker.broken()) << size;
    EXPECT_EQ(walker.position(), good.size());
    EXPECT_FALSE(walker.Next(&record));
  }
  for (const char* unknown : {"0200 05c0 30000305", "30000305 30000305"}) {
    const std::string bytes = FromHex(unknown) + std::string(64, '\0');
    EtlRecordWalker walker(bytes);
    EtlRecord record;
    EXPECT_FALSE(walker.Next(&record));
    EXPECT_TRUE(walker.broken()) << unknown;
  }
}

TEST(EtlRecordTest, GuidsAreWrittenAsWindowsDoes) {
  EtlRecordBytes bytes = Some(Header::kFull, 8);
  bytes.provider = FromHex("9ae6bdc7e0e17741b6ef283ad1525271");
  const std::string encoded = bytes.Encode();
  EtlRecord record;
  ASSERT_TRUE(EtlRecordWalker(encoded).Next(&record));
  EXPECT_EQ(EtlGuidText(record.provider), "c7bde69a-e1e0-4177-b6ef-283ad1525271");
}

}  // namespace
}  // namespace ioreel
