#include <gtest/gtest.h>

#include "formats/blktrace/record.h"
#include "tests/support/blktrace_bytes.h"

namespace ioreel {
namespace {

RawEvent Decode(const std::string& bytes, ByteOrder order = ByteOrder::kLittle) {
  RawEvent raw;
  const BlktraceRecord record = HeaderAt(bytes.data(), {order, 7});
  EXPECT_EQ(
      DecodeBlktraceEvent(record, absl::string_view(bytes).substr(kLeastBlktraceHeader), &raw),
      BlktraceVerdict::kOk);
  return raw;
}

RawEvent DecodeAction(uint32_t action, uint32_t bytes = 4096) {
  return Decode(
      BlktraceBytes{.code = action & 0xffff, .categories = action >> 16, .bytes = bytes}.Encode());
}

TEST(BlktraceRecordTest, ReadsAQueuedReadAsTheKernelWroteIt) {
  const RawEvent raw =
      Decode(FromHex("0774616500000000 21040e7b8f000000 2003000000000000 00100000 01001900 55440000"
                     "00007000 01000000 0000 0000"));
  EXPECT_EQ(raw.event.time_ns, 0x8f7b0e0421);
  EXPECT_EQ(raw.event.offset, 800u * 512);
  EXPECT_EQ(raw.event.length, 4096u);
  EXPECT_EQ(raw.event.stage, Stage::kQueued);
  EXPECT_EQ(raw.event.op, Op::kRead);
  EXPECT_EQ(raw.event.flags, kSync);
  EXPECT_EQ(raw.event.cpu, 1);
  EXPECT_EQ(raw.tid, 17493);
  EXPECT_EQ(raw.major, 7u);
  EXPECT_EQ(raw.minor, 0u);
}

TEST(BlktraceRecordTest, BothByteOrdersSayTheSame) {
  const BlktraceBytes bytes{.code = 8,
                            .time_ns = 0x123456789abcdef,
                            .sector = 0x1122334455,
                            .device = (259 << 20) | 0x12345,
                            .error = 0xfffb};
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    const std::string encoded = bytes.Encode(order);
    const auto magic = FindBlktraceMagic(encoded.data());
    ASSERT_TRUE(magic.has_value());
    EXPECT_EQ(magic->order, order);
    EXPECT_EQ(magic->version, 7);
    const RawEvent raw = Decode(encoded, magic->order);
    EXPECT_EQ(raw.event.time_ns, 0x123456789abcdef);
    EXPECT_EQ(raw.event.offset, 0x1122334455u * 512);
    EXPECT_EQ(raw.event.stage, Stage::kCompleted);
    EXPECT_EQ(raw.event.error, 5);
    EXPECT_EQ(raw.major, 259u);
    EXPECT_EQ(raw.minor, 0x12345u);
  }
}

TEST(BlktraceRecordTest, ActionWordsSeenOnRealDevices) {
  EXPECT_EQ(DecodeAction(0x01450007, 0).event.op, Op::kFlush);  // D FN: the driver's flush
  EXPECT_EQ(DecodeAction(0x01450007, 0).event.flags, 0);
  EXPECT_EQ(DecodeAction(0x001e0001, 0).event.op, Op::kFlush);  // Q FWS: an empty flush
  EXPECT_EQ(DecodeAction(0x001e0001, 0).event.flags, kSync | kPreflush);
  EXPECT_EQ(DecodeAction(0x001e0001).event.op, Op::kWrite);  // Q FWS + data
  EXPECT_EQ(DecodeAction(0x001e0001).event.flags, kSync | kPreflush);
  EXPECT_EQ(DecodeAction(0x214a0007).event.op, Op::kDiscard);
  EXPECT_EQ(DecodeAction(0x011a000c).event.op, Op::kWrite);
  EXPECT_EQ(DecodeAction(0x011a000c).event.stage, Stage::kInserted);
  EXPECT_EQ(DecodeAction(0x80020001).event.flags, kFua);
  EXPECT_EQ(DecodeAction(0x18010001).event.flags, kReadahead | kMeta);
  EXPECT_EQ(DecodeAction(0x02410007).event.op, Op::kPassthrough);
  EXPECT_EQ(DecodeAction(0x00110009, 0).event.stage, Stage::kPlugged);
}

TEST(BlktraceRecordTest, SplitAndRemapPayloadsAreBigEndianBehindTheCgroup) {
  const std::string sector = FromHex("0000000000000808");
  EXPECT_EQ(Decode(BlktraceBytes{.code = 13, .payload = sector}.Encode()).event.extra,
            0x808u * 512);
  EXPECT_EQ(Decode(BlktraceBytes{.code = 0x100 | 13, .payload = "cgroup_1" + sector}.Encode())
                .event.extra,
            0x808u * 512);
  EXPECT_EQ(
      Decode(BlktraceBytes{.code = 15, .payload = FromHex("0080000100800000") + sector}.Encode())
          .event.extra,
      0x808u * 512);
  EXPECT_EQ(Decode(BlktraceBytes{.code = 0x101}.Encode()).event.stage, Stage::kQueued);
}

TEST(BlktraceRecordTest, AFlushMayHaveNoSectorAnEventWithDataMustHaveOne) {
  const std::string flush =
      BlktraceBytes{.code = 8, .categories = 0x85, .sector = ~uint64_t{0}, .bytes = 0}.Encode();
  EXPECT_EQ(Decode(flush).event.offset, 0u);
  const std::string write = BlktraceBytes{.sector = ~uint64_t{0}}.Encode();
  RawEvent raw;
  EXPECT_EQ(DecodeBlktraceEvent(HeaderAt(write.data(), {ByteOrder::kLittle, 7}), "", &raw),
            BlktraceVerdict::kBadSector);
}

TEST(BlktraceRecordTest, Version8SaysEveryFieldAndMoreOps) {
  BlktraceBytes bytes{.code = 0x107,
                      .time_ns = 0x123456789abcdef,
                      .sector = 0x1122334455,
                      .bytes = 0x10203040,
                      .tid = 0x01020304,
                      .cpu = 77,
                      .device = (259 << 20) | 0x12345,
                      .sequence = 5,
                      .error = 0xfffb,
                      .version = 8,
                      .payload = "cgroupid"};
  const std::pair<int, Op> ops[] = {
      {1, Op::kWrite},      {13, Op::kDiscard},      {16, Op::kZoneAppend},
      {17, Op::kZoneReset}, {18, Op::kZoneResetAll}, {19, Op::kZoneFinish},
      {20, Op::kZoneOpen},  {21, Op::kZoneClose},    {22, Op::kWriteZeroes}};
  for (const ByteOrder order : {ByteOrder::kLittle, ByteOrder::kBig}) {
    for (const auto& [category, op] : ops) {
      bytes.categories = uint64_t{2} | uint64_t{1} << category;
      const std::string encoded = bytes.Encode(order);
      const BlktraceRecord record = HeaderAt(encoded.data(), {order, 8});
      EXPECT_EQ(record.size(), encoded.size());
      EXPECT_EQ(record.sequence, 5u);
      EXPECT_TRUE(record.has_cgroup());
      RawEvent raw;
      ASSERT_EQ(DecodeBlktraceEvent(record, "cgroupid", &raw), BlktraceVerdict::kOk);
      EXPECT_EQ(raw.event.time_ns, 0x123456789abcdef);
      EXPECT_EQ(raw.event.offset, 0x1122334455u * 512);
      EXPECT_EQ(raw.event.length, 0x10203040u);
      EXPECT_EQ(raw.event.stage, Stage::kIssued);
      EXPECT_EQ(raw.event.op, op);
      EXPECT_EQ(raw.event.cpu, 77);
      EXPECT_EQ(raw.event.error, 5);
      EXPECT_EQ(raw.tid, 0x01020304);
      EXPECT_EQ(raw.major, 259u);
      EXPECT_EQ(raw.minor, 0x12345u);
    }
  }
}

TEST(BlktraceRecordTest, UnknownActionsAreNotGuessed) {
  for (const uint32_t code : {0u, 18u, 19u, 0xffu}) {
    const std::string bytes = BlktraceBytes{.code = code}.Encode();
    RawEvent raw;
    EXPECT_EQ(DecodeBlktraceEvent(HeaderAt(bytes.data(), {ByteOrder::kLittle, 7}), "", &raw),
              BlktraceVerdict::kUnknownAction)
        << code;
  }
}

std::optional<BlktraceNote> Note(const BlktraceBytes& bytes, ByteOrder order) {
  static std::string encoded;  // the note's text points into it
  encoded = bytes.Encode(order);
  return DecodeBlktraceNote(HeaderAt(encoded.data(), {order, 7}),
                            absl::string_view(encoded).substr(kLeastBlktraceHeader));
}

TEST(BlktraceRecordTest, Notes) {
  constexpr uint32_t kNotify = 1 << 10;
  const auto process = Note({.code = 0,
                             .categories = kNotify,
                             .tid = 7,
                             .payload = std::string("dd\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 16)},
                            ByteOrder::kLittle);
  ASSERT_TRUE(process.has_value());
  EXPECT_EQ(process->kind, BlktraceNote::Kind::kProcess);
  EXPECT_EQ(process->tid, 7);
  EXPECT_EQ(process->text, "dd");

  const auto stamp = Note({.code = 1,
                           .categories = kNotify,
                           .payload = FromHex("000000020000000500000000").substr(0, 8)},
                          ByteOrder::kBig);
  ASSERT_TRUE(stamp.has_value());
  EXPECT_EQ(stamp->wall_ns, 2'000'000'005);

  const auto message = Note({.code = 0x102,
                             .categories = kNotify,
                             .payload = "cgroup_1"
                                        "cfq idle"},
                            ByteOrder::kLittle);
  ASSERT_TRUE(message.has_value());
  EXPECT_EQ(message->text, "cfq idle");

  EXPECT_FALSE(Note({.code = 3, .categories = kNotify}, ByteOrder::kLittle).has_value());
  EXPECT_FALSE(
      Note({.code = 1, .categories = kNotify, .payload = "1234"}, ByteOrder::kLittle).has_value());
}

}  // namespace
}  // namespace ioreel
