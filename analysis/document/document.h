#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

/// A report as what it says, whatever it is written as: HTML, Markdown, SVG. All texts are plain,
/// and may come from anywhere; who writes them escapes them.

namespace ioreel {

/// How a text is to be taken.
enum class Tone { kPlain, kMuted, kGood, kWarning, kBad };

struct Cell {
  Cell(std::string cell_text, Tone cell_tone = Tone::kPlain)  // NOLINT: cells are written as texts
      : text(std::move(cell_text)), tone(cell_tone) {}
  Cell(const char* cell_text) : text(cell_text) {}  // NOLINT

  std::string text;
  Tone tone = Tone::kPlain;
};

struct Table {
  std::string title;  ///< may be ""
  std::vector<std::string> head;
  std::vector<std::vector<Cell>> rows;
  int text_columns = 1;  ///< so many from the left hold texts, the others numbers
};

/// Sentences, each after a label: "INVALID", "note".
struct Remarks {
  struct Line {
    Tone tone = Tone::kPlain;
    std::string label, text;
  };
  std::vector<Line> lines;
};

/// The figures of one run at a glance.
struct Card {
  std::string title, subtitle;
  Tone tone = Tone::kPlain;
  std::string verdict;                                     ///< "valid"
  std::string value, value_label;                          ///< the one that counts
  std::vector<std::pair<std::string, std::string>> facts;  ///< what, how much
};
struct Cards {
  std::vector<Card> cards;
};

/// A chart.
struct Chart {
  std::string title, note;  ///< the note may be ""
  int width = 0, height = 0;
  std::string svg;  ///< what stands inside an <svg> of that size, whole and escaped
  std::string
      live;  ///< JSON from which a script makes a chart to zoom into; "" = it stays as it is
};
/// Charts that stand beside each other where there is room.
struct Charts {
  std::vector<Chart> charts;
};

using Block = std::variant<Remarks, Cards, Table, Charts>;

struct Panel {
  std::string id;  ///< letters, digits and dashes; unique
  std::string title;
  std::vector<std::string> intro;  ///< paragraphs
  std::vector<Block> blocks;
};

struct Document {
  std::string title, subtitle;
  std::vector<Panel> panels;
  std::string footer;
};

}  // namespace ioreel
