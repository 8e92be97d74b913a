#include "base/text_table.h"

#include <gtest/gtest.h>

namespace ioreel {
namespace {

TEST(TextTableTest, AlignsByWhatIsSeen) {
  TextTable table;
  table.AddRow({"", "a", "long name"});
  table.AddRow({"access", "75 µs", "1 s"});
  table.AddRow({"busy", "123456 ns"});
  EXPECT_EQ(table.Format(),
            "                a  long name\n"
            "access      75 µs        1 s\n"
            "busy    123456 ns\n");
}

TEST(TextTableTest, NothingIsEmpty) { EXPECT_EQ(TextTable().Format(), ""); }

}  // namespace
}  // namespace ioreel
