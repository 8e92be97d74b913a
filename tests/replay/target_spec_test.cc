#include "replay/target_spec.h"

#include <gtest/gtest.h>

#include "replay/target_registry.h"
#include "tests/support/matchers.h"

namespace ioreel {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

constexpr auto kBad = absl::StatusCode::kInvalidArgument;

TEST(TargetSpecTest, APathIsTakenAsItIs) {
  for (const char* path : {"/dev/loop0", "A(1),b=2.img", "./raid0(x)", "C:\\disk image", "x=y",
                           " /f", "f ", "\tf", " raid0(a)"}) {
    const auto spec = ParseTargetSpec(path);
    ASSERT_THAT(spec, IsOk()) << path;
    EXPECT_TRUE(spec->is_leaf());
    EXPECT_EQ(spec->path, path);
  }
}

TEST(TargetSpecTest, CompositionsNest) {
  const auto spec = ParseTargetSpec(
      "raid0(chunk=64k, raid1(/dev/sda, \"b,(\\\"2)\"),\tcache(fast=/f, \" slow \" ))");
  ASSERT_THAT(spec, IsOk());
  EXPECT_EQ(spec->name, "raid0");
  EXPECT_EQ(spec->options.at("chunk").value, "64k");
  EXPECT_EQ(spec->options.at("chunk").column, 7u);
  ASSERT_EQ(spec->members.size(), 2u);
  EXPECT_EQ(spec->members[0].column, 18u);
  EXPECT_EQ(spec->members[1].options.at("fast").value, "/f");
  EXPECT_THAT(spec->Leaves(), ElementsAre("/dev/sda", "b,(\"2)", " slow "));
}

TEST(TargetSpecTest, ErrorsPointAtTheColumn) {
  const struct {
    const char* text;
    const char* message;
  } kCases[] = {
      {"", "column 1: nothing is named"},
      {" \t", "column 1: nothing is named"},
      {"raid0(a,,b)", "column 9: expected a file"},
      {"raid0(a,b", "column 6: this '(' is never closed"},
      {"raid0(a,b) c", "column 12: nothing may follow"},
      {"raid0(chunk=,a)", "column 13: expected a value"},
      {"raid0(chunk=1,chunk=2,a)", "column 15: 'chunk' is given twice"},
      {"raid0(\"a", "column 7: this '\"' is never closed"},
      {"raid0(\"a\"b)", "column 10: expected ',' or ')'"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(ParseTargetSpec(c.text), FailsWith(kBad, HasSubstr(c.message))) << c.text;
  }
  EXPECT_THAT(ParseTargetSpec("raid0(a,,b)"),
              FailsWith(kBad, HasSubstr("\n  raid0(a,,b)\n          ^")));
}

TEST(TargetSpecTest, AnUnknownKindIsRefusedBeforeAnythingIsOpened) {
  EXPECT_THAT(ParseKnownTargetSpec("tape(/dev/sda)"),
              FailsWith(kBad, HasSubstr("column 1: 'tape' is no kind of target")));
}

}  // namespace
}  // namespace ioreel
