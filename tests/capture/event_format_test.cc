#include "capture/event_format.h"

#include <gtest/gtest.h>

#include "tests/support/matchers.h"

namespace ioreel {
namespace {

constexpr char kFormat[] = R"(name: sched_thing
ID: 333
format:
	field:unsigned short common_type;	offset:0;	size:2;	signed:0;
	field:int common_pid;	offset:4;	size:4;	signed:1;

	field:__data_loc char[] filename;	offset:8;	size:4;	signed:0;
	field:char comm[16];	offset:12;	size:16;	signed:0;
	field:s64 delta;	offset:28;	size:8;	signed:1;

print fmt: "offset:9; field: %s", REC->comm
)";

TEST(EventFormatTest, ReadsFieldsWhereTheKernelPutsThem) {
  const auto format = EventFormat::Parse(kFormat);
  ASSERT_THAT(format, IsOk());
  EXPECT_EQ(format->name(), "sched_thing");
  EXPECT_EQ(format->id(), 333);
  EXPECT_EQ(format->Find("nothing"), nullptr);
  ASSERT_NE(format->Find("filename"), nullptr);
  EXPECT_EQ(format->Find("filename")->offset, 8u);

  std::string bytes(36, '\0');
  bytes[0] = 0x4d;
  bytes[1] = 0x01;
  bytes.replace(4, 4, "\xfe\xff\xff\xff");
  bytes.replace(12, 6, "a b)c\0", 6);
  bytes.replace(28, 8, "\xff\xff\xff\xff\xff\xff\xff\xff");
  EXPECT_EQ(FieldInt(bytes, format->Find("common_type")), 333);
  EXPECT_EQ(FieldInt(bytes, format->Find("common_pid")), -2);
  EXPECT_EQ(FieldInt(bytes, format->Find("delta")), -1);
  EXPECT_EQ(FieldText(bytes, format->Find("comm")), "a b)c");
}

TEST(EventFormatTest, NothingIsReadOutsideTheBytes) {
  const auto format = EventFormat::Parse(kFormat);
  ASSERT_THAT(format, IsOk());
  EXPECT_EQ(FieldInt(std::string(35, 'x'), format->Find("delta")), 0);
  EXPECT_EQ(FieldText(std::string(20, 'x'), format->Find("comm")), "");
  EXPECT_EQ(FieldInt("xxxx", nullptr), 0);
}

TEST(EventFormatTest, RefusesOtherText) {
  EXPECT_THAT(EventFormat::Parse(""), FailsWith(absl::StatusCode::kInvalidArgument, testing::_));
  EXPECT_THAT(EventFormat::Parse("name: x\nID: 3\n"),
              FailsWith(absl::StatusCode::kInvalidArgument, testing::HasSubstr("name: x")));
}

}  // namespace
}  // namespace ioreel
