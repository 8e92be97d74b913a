#include "analysis/report/markdown_text.h"

#include "base/console.h"

namespace ioreel {

std::string MarkdownText(absl::string_view text) {
  std::string escaped;
  for (const char c : Printable(text)) {
    if (c == '<') {
      escaped += "&lt;";
      continue;
    }
    if (absl::string_view("\\`*_{}[]()#+!|~@>&").find(c) != absl::string_view::npos)
      escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace ioreel
