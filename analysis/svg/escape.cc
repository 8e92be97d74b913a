#include "analysis/svg/escape.h"

#include "absl/strings/str_replace.h"
#include "base/console.h"

namespace ioreel {

std::string MarkupText(absl::string_view text) {
  return absl::StrReplaceAll(
      Printable(text),
      {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

std::string JsonInMarkup(absl::string_view json) {
  return absl::StrReplaceAll(json, {{"<", "\\u003c"},
                                    {">", "\\u003e"},
                                    {"&", "\\u0026"},
                                    {"\xe2\x80\xa8", "\\u2028"},
                                    {"\xe2\x80\xa9", "\\u2029"}});
}

}  // namespace ioreel
