#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analysis/document/document_output.h"
#include "analysis/report/markdown_text.h"

namespace ioreel {
namespace {

std::string Row(const std::vector<std::string>& cells) {
  return absl::StrCat("| ", absl::StrJoin(cells, " | "), " |\n");
}

std::string Markdown(const Table& table) {
  std::string text =
      table.title.empty() ? "" : absl::StrCat("**", MarkdownText(table.title), "**\n\n");
  std::vector<std::string> head, rule;
  for (size_t i = 0; i < table.head.size(); ++i) {
    head.push_back(MarkdownText(table.head[i]));
    rule.push_back(i < static_cast<size_t>(table.text_columns) ? ":--" : "--:");
  }
  absl::StrAppend(&text, Row(head), Row(rule));
  for (const std::vector<Cell>& row : table.rows) {
    std::vector<std::string> cells;
    for (const Cell& cell : row) cells.push_back(MarkdownText(cell.text));
    cells.resize(head.size());
    text += Row(cells);
  }
  return text + "\n";
}

std::string Markdown(const Remarks& remarks) {
  std::string text;
  for (const Remarks::Line& line : remarks.lines)
    absl::StrAppend(&text, "* **", MarkdownText(line.label), "** ", MarkdownText(line.text), "\n");
  return text + "\n";
}

/// What cards say stands in the tables, too, but for the headline.
std::string Markdown(const Cards& cards) {
  std::string text;
  for (const Card& card : cards.cards) {
    absl::StrAppend(&text, "* **", MarkdownText(card.title), "**: ", MarkdownText(card.verdict),
                    ", ", MarkdownText(card.value_label), " **", MarkdownText(card.value), "** (",
                    MarkdownText(card.subtitle), ")\n");
  }
  return text + "\n";
}

std::string Markdown(const Charts&) { return ""; }

bool OnlyCharts(const Panel& panel) {
  return std::all_of(panel.blocks.begin(), panel.blocks.end(),
                     [](const Block& block) { return std::holds_alternative<Charts>(block); });
}

}  // namespace

std::string DocumentMarkdown(const Document& document) {
  std::string text = absl::StrCat("# ", MarkdownText(document.title), "\n\n",
                                  MarkdownText(document.subtitle), "\n\n");
  for (const Panel& panel : document.panels) {
    if (OnlyCharts(panel)) continue;
    absl::StrAppend(&text, "## ", MarkdownText(panel.title), "\n\n");
    for (const std::string& paragraph : panel.intro)
      absl::StrAppend(&text, MarkdownText(paragraph), "\n\n");
    for (const Block& block : panel.blocks)
      text += std::visit([](const auto& part) { return Markdown(part); }, block);
  }
  return absl::StrCat(text, MarkdownText(document.footer), "\n");
}

}  // namespace ioreel
