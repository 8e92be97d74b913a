#include <gtest/gtest.h>

#include "formats/etl/unpack.h"
#include "tests/support/blktrace_bytes.h"
#include "tests/support/etl_bytes.h"

namespace ioreel {
namespace {

using Unpacker = std::optional<size_t> (*)(absl::string_view, size_t, std::vector<char>*);

/// "" when it is refused.
std::string Unpacked(Unpacker unpack, const std::string& packed, size_t size = 4096) {
  std::vector<char> out;
  return std::string(out.data(), unpack(packed, size, &out).value_or(0));
}

std::string Repeated(const std::string& text, size_t times) {
  std::string out;
  while (times-- > 0) out += text;
  return out;
}

TEST(EtlUnpackTest, XpressExamplesOfTheSpecification) {
  const std::string letters = "abcdefghijklmnopqrstuvwxyz";
  EXPECT_EQ(Unpacked(UnpackXpress, FromHex("3f000000") + letters, 26), letters);
  EXPECT_EQ(Unpacked(UnpackXpress, FromHex("ffffff1f 616263 1700 0f ff 2601"), 300),
            Repeated("abc", 100));
}

TEST(EtlUnpackTest, XpressLiteralsAlone) {
  const std::string text = Repeated("all different, or taken so; ", 9);
  EXPECT_EQ(Unpacked(UnpackXpress, XpressLiterals(text), text.size()), text);
}

/// Two long matches share the two halves of one byte; lengths of 3, 9, 10, 24, 25, 280 and more.
TEST(EtlUnpackTest, XpressLengthsOfEveryForm) {
  const auto after_a = [](const std::string& matches) {
    return FromHex("ffffff7f 61") + FromHex(matches);
  };
  EXPECT_EQ(Unpacked(UnpackXpress, after_a("0000")).size(), 1u + 3);
  EXPECT_EQ(Unpacked(UnpackXpress, after_a("0600")).size(), 1u + 9);
  EXPECT_EQ(Unpacked(UnpackXpress, after_a("0700 00")).size(), 1u + 10);
  EXPECT_EQ(Unpacked(UnpackXpress, after_a("0700 0e")).size(), 1u + 24);
  EXPECT_EQ(Unpacked(UnpackXpress, after_a("0700 0f 00")).size(), 1u + 25);
  EXPECT_EQ(Unpacked(UnpackXpress, after_a("0700 0f fe")).size(), 1u + 25 + 254);
  EXPECT_EQ(Unpacked(UnpackXpress, after_a("0700 0f ff 1601")).size(), 1u + 0x116 + 3);
  EXPECT_EQ(Unpacked(UnpackXpress, after_a("0700 0f ff 0000 00020000")).size(), 1u + 0x200 + 3);
  EXPECT_EQ(Unpacked(UnpackXpress, after_a("0700 21 0700")).size(), 1u + 11 + 12);
  EXPECT_EQ(Unpacked(UnpackXpress, after_a("0700 f1 0700 05")).size(), 1u + 11 + 25 + 5);
}

TEST(EtlUnpackTest, XpressThatCannotBeIsRefused) {
  std::vector<char> out;
  EXPECT_FALSE(UnpackXpress(FromHex("ffffffff 0000"), 100, &out)) << "repeats what is not there";
  EXPECT_FALSE(UnpackXpress(FromHex("ffffff7f 61 0800"), 100, &out)) << "two back, one there";
  EXPECT_FALSE(UnpackXpress(FromHex("ffffff7f 61 00"), 100, &out)) << "half a match";
  EXPECT_FALSE(UnpackXpress(FromHex("ffffff7f 61 0700 0f ff 1500"), 100, &out)) << "short for long";
  EXPECT_FALSE(UnpackXpress(FromHex("ffff"), 100, &out)) << "half the flags";
}

TEST(EtlUnpackTest, NothingIsWrittenBeyondTheSize) {
  EXPECT_EQ(Unpacked(UnpackXpress, FromHex("ffffff1f 616263 1700 0f ff 2601"), 7), "abcabca");
  EXPECT_EQ(Unpacked(UnpackXpress, FromHex("00000000") + "abcdef", 4), "abcd");
  EXPECT_EQ(Unpacked(UnpackLznt1, FromHex("0230") + "abc", 2), "ab");
}

TEST(EtlUnpackTest, Lznt1ExampleOfTheSpecification) {
  const std::string packed = FromHex(
      "38b0 88 462320002047204100 10a24701a045204400 084501507900c04520 05 "
      "24138805b4024a44ef0358028c09"
      "160148 45 00be009e000401189000");
  EXPECT_EQ(
      Unpacked(UnpackLznt1, packed, 142),
      std::string("F# F# G A A G F# E D D E F# F# E E F# F# G A A G F# E D D E F# E D D E E F# D "
                  "E F# G F# D E F# G F# E D E A F# F# G A A G F# E D D E F# E D D\0",
                  142));
}

TEST(EtlUnpackTest, Lznt1ChunksFollowOneAnother) {
  EXPECT_EQ(Unpacked(UnpackLznt1, FromHex("0230") + "abc" + FromHex("03b0 02 61 0300")),
            "abc" + Repeated("a", 1 + 6));
  EXPECT_EQ(Unpacked(UnpackLznt1, FromHex("0230") + "abc" + FromHex("03b0 02 62 0010")), "")
      << "two back where one byte stands in the chunk";
  EXPECT_EQ(Unpacked(UnpackLznt1, FromHex("0220") + "abc"), "") << "no chunk's signature";
}

}  // namespace
}  // namespace ioreel
