#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analysis/document/document_output.h"
#include "analysis/html/assets.h"
#include "analysis/svg/canvas.h"
#include "analysis/svg/escape.h"

namespace ioreel {
namespace {

constexpr int kMargin = 16, kTitle = 26, kBetween = 22;

/// Charts below each other.
class Stack {
 public:
  void Add(const std::string& panel, const Chart& chart) {
    Canvas title;
    title.Text({0, 16}, absl::StrCat(panel, ": ", chart.title), "title");
    absl::StrAppend(&svg_, "<g transform=\"translate(", kMargin, " ", height_, ")\">", title.svg(),
                    "<g transform=\"translate(0 ", kTitle, ")\">", chart.svg, "</g></g>\n");
    height_ += kTitle + chart.height + kBetween;
    width_ = std::max(width_, chart.width);
  }

  std::string Svg(const std::string& name) const {
    const int width = width_ + 2 * kMargin;
    return absl::StrCat(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ", width, " ", height_,
        "\" width=\"", width, "\" height=\"", height_, "\">\n<title>", MarkupText(name),
        "</title>\n<style>", kChartStyle.text(),
        ".title { font-weight: 600; font-size: 14px; } .back { fill: var(--bg); }</style>\n"
        "<rect class=\"back\" width=\"100%\" height=\"100%\"/>\n",
        svg_, "</svg>\n");
  }

 private:
  std::string svg_;
  int width_ = 400, height_ = kMargin;
};

}  // namespace

std::string DocumentSvg(const Document& document) {
  Stack stack;
  for (const Panel& panel : document.panels) {
    for (const Block& block : panel.blocks) {
      const auto* charts = std::get_if<Charts>(&block);
      if (charts == nullptr) continue;
      for (const Chart& chart : charts->charts) stack.Add(panel.title, chart);
    }
  }
  return stack.Svg(document.title);
}

}  // namespace ioreel
