#include "analysis/svg/escape.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace ioreel {
namespace {

TEST(MarkupTextTest, NeitherBeginsAnElementNorEndsAnAttribute) {
  EXPECT_EQ(MarkupText("</script><img src=x onerror=\"f('1')\">"),
            "&lt;/script&gt;&lt;img src=x onerror=&quot;f(&#39;1&#39;)&quot;&gt;");
  EXPECT_EQ(MarkupText("a & b &lt;"), "a &amp; b &amp;lt;");
}

TEST(MarkupTextTest, ShowsWhatXmlHasNoPlaceFor) {
  EXPECT_EQ(MarkupText(absl::string_view("a\0b\x1b[31m", 8)), "a\\x00b\\x1b[31m");
  EXPECT_EQ(MarkupText("\xff"), "\\xff");
  EXPECT_EQ(MarkupText("two\nlines"), "two\\nlines");
  EXPECT_EQ(MarkupText("µs 時"), "µs 時");
}

TEST(JsonInMarkupTest, IsTheSameJsonWithoutMarkup) {
  const nlohmann::json names = {"</script>", "<!--", "&amp;", "\xe2\x80\xa8\xe2\x80\xa9", "plain"};
  const std::string text = JsonInMarkup(names.dump());
  EXPECT_EQ(text.find_first_of("<>&"), std::string::npos);
  EXPECT_EQ(text.find("\xe2\x80\xa8"), std::string::npos);
  EXPECT_EQ(nlohmann::json::parse(text), names);
}

}  // namespace
}  // namespace ioreel
