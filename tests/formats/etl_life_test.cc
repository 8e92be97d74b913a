#include <gtest/gtest.h>

#include "formats/etl/life.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/etl_bytes.h"

namespace ioreel {
namespace {

EtlRecord Record(EtlGroup group, uint8_t opcode, int version, int pointer_bytes,
                 absl::string_view payload) {
  EtlRecord record;
  record.kind = EtlRecord::Kind::kKernel;
  record.group = group;
  record.opcode = opcode;
  record.version = static_cast<uint8_t>(version);
  record.pointer_bytes = static_cast<uint8_t>(pointer_bytes);
  record.payload = payload;
  return record;
}

TEST(EtlLifeTest, ProcessesOfEveryVersion) {
  for (const int pointer_bytes : {4, 8}) {
    for (int version = 0; version <= 5; ++version) {
      for (const bool with_sid : {false, true}) {
        SCOPED_TRACE(testing::Message() << version << " " << pointer_bytes << " " << with_sid);
        const std::string payload =
            EtlProcessBytes(pointer_bytes, version, 1234, 56, "svchost.exe", with_sid);
        EtlLife life;
        ASSERT_EQ(
            DecodeEtlLife(Record(kEtlProcessGroup, 3, version, pointer_bytes, payload), &life),
            EtlLifeVerdict::kOk);
        EXPECT_EQ(life.life, EtlEvent::Life::kLivesAtStart);
        EXPECT_EQ(life.pid, 1234u);
        EXPECT_EQ(life.parent, 56u);
        EXPECT_EQ(life.name, "svchost.exe");
      }
    }
  }
}

/// A real one of version 1, 32-bit: its pointers are 0 and its SID is there all the same.
TEST(EtlLifeTest, APointerOf0DoesNotHideTheSid) {
  const std::string payload = FromHex(
      "00000000f0060000dc0300000100000003010000 0000000000000000"
      "010500000000000515000000962cec2c68fd3106f1dca4d3e8030000 6e6f74657061642e65786500");
  EtlLife life;
  ASSERT_EQ(DecodeEtlLife(Record(kEtlProcessGroup, 1, 1, 4, payload), &life), EtlLifeVerdict::kOk);
  EXPECT_EQ(life.pid, 0x6f0u);
  EXPECT_EQ(life.name, "notepad.exe");
}

TEST(EtlLifeTest, ThreadsOfEveryVersion) {
  for (const int pointer_bytes : {4, 8}) {
    for (int version = 0; version <= 5; ++version) {
      SCOPED_TRACE(testing::Message() << version << " " << pointer_bytes);
      const std::string payload = EtlThreadBytes(pointer_bytes, version, 1234, 77, "worker");
      EtlLife life;
      ASSERT_EQ(DecodeEtlLife(Record(kEtlThreadGroup, 2, version, pointer_bytes, payload), &life),
                EtlLifeVerdict::kOk);
      EXPECT_EQ(life.life, EtlEvent::Life::kEnd);
      EXPECT_EQ(life.pid, 1234u);
      EXPECT_EQ(life.tid, 77u);
      EXPECT_EQ(life.name, version >= 3 ? "worker" : "");
    }
  }
}

TEST(EtlLifeTest, OtherEventsAreNotOfLife) {
  EtlLife life;
  const std::string payload = EtlThreadBytes(8, 3, 1, 2);
  EXPECT_EQ(DecodeEtlLife(Record(kEtlThreadGroup, 0x24, 3, 8, payload), &life),
            EtlLifeVerdict::kOther)
      << "a context switch";
  EXPECT_EQ(DecodeEtlLife(Record(kEtlThreadGroup, 0x27, 3, 8, payload), &life),
            EtlLifeVerdict::kOther);
  EXPECT_EQ(DecodeEtlLife(Record(kEtlProcessGroup, 0x0a, 2, 8, payload), &life),
            EtlLifeVerdict::kOther);
}

TEST(EtlLifeTest, UnknownVersionsAndShortOnesAreRefused) {
  const std::string process = EtlProcessBytes(8, 4, 1234, 56, "a.exe");
  const size_t name = process.find("a.exe");
  EtlLife life;
  EXPECT_EQ(DecodeEtlLife(Record(kEtlProcessGroup, 1, 6, 8, process), &life),
            EtlLifeVerdict::kUnknown);
  for (size_t size = 0; size < name; ++size)
    EXPECT_EQ(DecodeEtlLife(Record(kEtlProcessGroup, 1, 4, 8, process.substr(0, size)), &life),
              EtlLifeVerdict::kUnknown)
        << size;
  EXPECT_EQ(DecodeEtlLife(Record(kEtlThreadGroup, 1, 3, 8, "1234567"), &life),
            EtlLifeVerdict::kUnknown);
}

}  // namespace
}  // namespace ioreel
