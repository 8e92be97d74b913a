#include "analysis/html/html_report.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analysis/html/assets.h"
#include "analysis/html/html_blocks.h"
#include "analysis/svg/escape.h"

namespace ioreel {
namespace {

bool IsLive(const Document& document) {
  for (const Panel& panel : document.panels) {
    for (const Block& block : panel.blocks) {
      const auto* figures = std::get_if<Charts>(&block);
      if (figures == nullptr) continue;
      const bool live = std::any_of(figures->charts.begin(), figures->charts.end(),
                                    [](const Chart& figure) { return !figure.live.empty(); });
      if (live) return true;
    }
  }
  return false;
}

/// Only the styles and scripts of this program run, told by their digests; nothing is fetched.
std::string Policy(bool live) {
  return absl::StrCat(
      "default-src 'none'; img-src data:; style-src ", kChartStyle.CspSource(), " ",
      kPageStyle.CspSource(), " ", kUplotStyle.CspSource(), "; script-src ",
      live ? absl::StrCat(kUplotScript.CspSource(), " ", kReportScript.CspSource()) : "'none'",
      "; base-uri 'none'; form-action 'none'");
}

std::string Head(const Document& document, bool live) {
  return absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta http-equiv=\"Content-Security-Policy\" content=\"",
      Policy(live),
      "\">\n<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>",
      MarkupText(document.title), " · ioreel report</title>\n",
      live ? absl::StrCat("<style>", kUplotStyle.text(), "</style>\n") : "", "<style>",
      kChartStyle.text(), "</style>\n<style>", kPageStyle.text(), "</style>\n</head>\n<body>\n");
}

std::string Navigation(const Document& document) {
  return absl::StrCat("<nav>",
                      absl::StrJoin(document.panels, "",
                                    [](std::string* out, const Panel& panel) {
                                      absl::StrAppend(out, "<a href=\"#", panel.id, "\">",
                                                      MarkupText(panel.title), "</a>");
                                    }),
                      "</nav>\n");
}

std::string PanelHtml(const Panel& panel) {
  std::string html =
      absl::StrCat("<section id=\"", panel.id, "\">\n<h2>", MarkupText(panel.title), "</h2>\n");
  for (const std::string& paragraph : panel.intro)
    absl::StrAppend(&html, "<p class=\"intro\">", MarkupText(paragraph), "</p>\n");
  for (const Block& block : panel.blocks) html += BlockHtml(block);
  return html + "</section>\n";
}

std::string Scripts() {
  return absl::StrCat("<script>", kUplotScript.text(), "</script>\n<script>", kReportScript.text(),
                      "</script>\n");
}

}  // namespace

std::string HtmlReport(const Document& document) {
  const bool live = IsLive(document);
  std::string html = Head(document, live);
  absl::StrAppend(&html, "<header>\n<p class=\"brand\">ioreel report</p>\n<h1>",
                  MarkupText(document.title), "</h1>\n<p>", MarkupText(document.subtitle),
                  "</p>\n</header>\n", Navigation(document), "<main>\n");
  for (const Panel& panel : document.panels) html += PanelHtml(panel);
  absl::StrAppend(&html, "</main>\n<footer>", MarkupText(document.footer), "</footer>\n",
                  live ? Scripts() : "", "</body>\n</html>\n");
  return html;
}

}  // namespace ioreel
