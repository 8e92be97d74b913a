#include "analysis/html/html_blocks.h"

#include "absl/strings/str_cat.h"
#include "analysis/svg/escape.h"

namespace ioreel {
namespace {

absl::string_view ToneClass(Tone tone) {
  switch (tone) {
    case Tone::kPlain:
      return "plain";
    case Tone::kMuted:
      return "muted";
    case Tone::kGood:
      return "good";
    case Tone::kWarning:
      return "warning";
    case Tone::kBad:
      return "bad";
  }
  return "";
}

std::string ClassOf(bool number, Tone tone) {
  std::string classes = number ? "n" : "";
  if (tone != Tone::kPlain) absl::StrAppend(&classes, classes.empty() ? "" : " ", ToneClass(tone));
  return classes.empty() ? "" : absl::StrCat(" class=\"", classes, "\"");
}

std::string Html(const Remarks& remarks) {
  std::string html = "<ul class=\"remarks\">\n";
  for (const Remarks::Line& line : remarks.lines) {
    absl::StrAppend(&html, "<li class=\"", ToneClass(line.tone), "\"><b>", MarkupText(line.label),
                    "</b> ", MarkupText(line.text), "</li>\n");
  }
  return html + "</ul>\n";
}

std::string CardHtml(const Card& card) {
  std::string html = absl::StrCat(
      "<article class=\"card ", ToneClass(card.tone), "\">\n<h3>", MarkupText(card.title),
      " <span class=\"badge\">", MarkupText(card.verdict), "</span></h3>\n<p class=\"value\">",
      MarkupText(card.value), " <small>", MarkupText(card.value_label), "</small></p>\n<dl>\n");
  for (const auto& [what, how_much] : card.facts)
    absl::StrAppend(&html, "<dt>", MarkupText(what), "</dt><dd>", MarkupText(how_much), "</dd>\n");
  return absl::StrCat(html, "</dl>\n<p class=\"muted how\">", MarkupText(card.subtitle),
                      "</p>\n</article>\n");
}

std::string Html(const Cards& cards) {
  std::string html = "<div class=\"cards\">\n";
  for (const Card& card : cards.cards) html += CardHtml(card);
  return html + "</div>\n";
}

std::string Html(const Table& table) {
  const bool facts = static_cast<size_t>(table.text_columns) >= table.head.size();
  const std::string title = MarkupText(table.title);
  std::string html = title.empty() ? "" : absl::StrCat("<h3 class=\"caption\">", title, "</h3>\n");
  absl::StrAppend(&html, "<div class=\"scroll\"><table", facts ? " class=\"facts\"" : "",
                  title.empty() ? "" : absl::StrCat(" aria-label=\"", title, "\""), ">\n");
  const auto is_number = [&table](size_t column) {
    return column >= static_cast<size_t>(table.text_columns);
  };
  html += "<thead><tr>";
  for (size_t i = 0; i < table.head.size(); ++i) {
    absl::StrAppend(&html, "<th", ClassOf(is_number(i), Tone::kPlain), ">",
                    MarkupText(table.head[i]), "</th>");
  }
  html += "</tr></thead>\n<tbody>\n";
  for (const std::vector<Cell>& row : table.rows) {
    html += "<tr>";
    for (size_t i = 0; i < row.size(); ++i) {
      const absl::string_view tag = i == 0 ? "th" : "td";
      absl::StrAppend(&html, "<", tag, ClassOf(is_number(i), row[i].tone), ">",
                      MarkupText(row[i].text), "</", tag, ">");
    }
    html += "</tr>\n";
  }
  return html + "</tbody>\n</table></div>\n";
}

std::string FigureHtml(const Chart& figure) {
  const bool live = !figure.live.empty();
  std::string html = absl::StrCat(
      "<figure", live ? " class=\"live\"" : "", ">\n<figcaption><b>", MarkupText(figure.title),
      "</b>", figure.note.empty() ? "" : " ", MarkupText(figure.note),
      "</figcaption>\n<div class=\"chart\"><svg viewBox=\"0 0 ", figure.width, " ", figure.height,
      "\" width=\"", figure.width, "\" height=\"", figure.height, "\" role=\"img\" aria-label=\"",
      MarkupText(figure.title), "\">", figure.svg, "</svg></div>\n");
  if (live) {
    absl::StrAppend(&html, "<script type=\"application/json\">", JsonInMarkup(figure.live),
                    "</script>\n");
  }
  return html + "</figure>\n";
}

std::string Html(const Charts& figures) {
  std::string html = "<div class=\"figures\">\n";
  for (const Chart& figure : figures.charts) html += FigureHtml(figure);
  return html + "</div>\n";
}

}  // namespace

std::string BlockHtml(const Block& block) {
  return std::visit([](const auto& part) { return Html(part); }, block);
}

}  // namespace ioreel
