#include "tests/support/markup_check.h"

#include <regex>
#include <set>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace ioreel {
namespace {

/// Whose contents are no markup.
const std::set<std::string> kRaw = {"script", "style"};
const std::set<std::string> kVoid = {"meta", "br", "img"};

class Checker {
 public:
  explicit Checker(absl::string_view markup) : markup_(markup) {}

  std::string Fault() {
    while (at_ < markup_.size()) {
      const std::string fault = markup_[at_] == '<' ? Tag() : Text();
      if (!fault.empty()) return fault;
    }
    return open_.empty() ? "" : absl::StrCat("not closed: ", open_.back());
  }

 private:
  std::string Text() {
    const size_t end = std::min(markup_.find('<', at_), markup_.size());
    const std::string text(markup_.substr(at_, end - at_));
    at_ = end;
    static const std::regex bare("&(?!(amp|lt|gt|quot|#39);)|[\\x00-\\x08\\x0b-\\x1f]");
    return std::regex_search(text, bare) ? absl::StrCat("bare in text: ", text) : "";
  }

  std::string Tag() {
    const size_t end = markup_.find('>', at_);
    if (end == absl::string_view::npos) return "a tag does not end";
    const std::string tag(markup_.substr(at_, end + 1 - at_));
    at_ = end + 1;
    static const std::regex form(
        "<(!DOCTYPE html|/[a-z0-9]+|[a-zA-Z0-9]+( [a-zA-Z0-9:-]+=\"[^\"<]*\")*/?)>");
    if (!std::regex_match(tag, form)) return absl::StrCat("malformed: ", tag);
    if (absl::StartsWith(tag, "<!") || absl::EndsWith(tag, "/>")) return "";
    std::smatch name;
    std::regex_search(tag, name, std::regex("[a-zA-Z0-9]+"));
    return tag[1] == '/' ? Close(name.str()) : Open(name.str());
  }

  std::string Open(const std::string& name) {
    if (kVoid.contains(name)) return "";
    if (kRaw.contains(name)) {
      at_ = markup_.find(absl::StrCat("</", name, ">"), at_);
      if (at_ == absl::string_view::npos) return absl::StrCat(name, " does not end");
    }
    open_.push_back(name);
    return "";
  }

  std::string Close(const std::string& name) {
    if (open_.empty() || open_.back() != name) return absl::StrCat("closed out of turn: ", name);
    open_.pop_back();
    return "";
  }

  const absl::string_view markup_;
  size_t at_ = 0;
  std::vector<std::string> open_;
};

}  // namespace

std::string MarkupFault(absl::string_view markup) { return Checker(markup).Fault(); }

}  // namespace ioreel
