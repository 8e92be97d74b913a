#include "absl/strings/str_cat.h"
#include "analysis/report/cells.h"
#include "analysis/report/score_cells.h"
#include "analysis/report/score_output.h"
#include "base/console.h"
#include "base/text_table.h"

namespace ioreel {
namespace {

/// One column of the table from top to bottom.
using Column = std::vector<std::string>;

Column Labels() {
  return {"",
          "completion time",
          "  spread of repeats",
          "writeback after it",
          "busy time",
          "  spread of repeats",
          "bandwidth",
          "mean access time",
          "I/Os per second",
          "speed score",
          "device score",
          "storage score"};
}

Column RecordedColumn(const Baseline& recorded, bool is_baseline) {
  Column column = {"recorded", DurationCell(recorded.completion_ns), "", "",
                   DurationCell(recorded.busy_ns)};
  if (!is_baseline) return column;
  column.resize(9);
  column.push_back(recorded.completion_ns ? "1000" : "-");
  column.push_back(recorded.busy_ns ? "1000" : "-");
  return column;
}

Column CardColumn(const ScoreCard& card) {
  Column column = ScoreCells(card);
  column.insert(column.begin(), card.name);
  return column;
}

std::string Table(const std::vector<Column>& columns) {
  TextTable table;
  for (size_t row = 0; row < columns.front().size(); ++row) {
    std::vector<std::string> cells;
    for (const Column& column : columns) cells.push_back(row < column.size() ? column[row] : "");
    table.AddRow(std::move(cells));
  }
  return table.Format();
}

std::string Heading(const ScoreCard& card) {
  return absl::StrCat(Printable(card.name), ": median of ", card.measured.repeats,
                      card.measured.repeats == 1 ? " repeat" : " repeats", ", ",
                      Printable(card.how), "\n");
}

std::string Remarks(const ScoreCard& card) {
  std::string text;
  for (const ScoreRemark& remark : RemarksOf(card)) {
    absl::StrAppend(&text, remark.label(), " ",
                    Printable(absl::StrCat(card.name, ": ", remark.text)), "\n");
  }
  return text;
}

/// Comparable results share a table; any other has its own, so that nobody reads across.
std::string Tables(const ScoreReport& report) {
  const auto begin = [&report](const ScoreCard& card) {
    return std::vector<Column>{Labels(), RecordedColumn(card.recorded, !report.reference)};
  };
  std::vector<Column> shared = begin(report.cards.front());
  if (report.reference) shared.push_back(CardColumn(*report.reference));
  std::string own;
  for (const ScoreCard& card : report.cards) {
    if (card.differences.empty()) {
      shared.push_back(CardColumn(card));
    } else {
      std::vector<Column> columns = begin(card);
      columns.push_back(CardColumn(card));
      absl::StrAppend(&own, "\n", Table(columns));
    }
  }
  return Table(shared) + own;
}

}  // namespace

std::string ScoreReportText(const ScoreReport& report) {
  std::string text = absl::StrCat("trace ", Printable(report.trace), "\n");
  if (report.reference) text += Heading(*report.reference);
  for (const ScoreCard& card : report.cards) text += Heading(card);
  absl::StrAppend(&text, "\n", Tables(report), "\n");
  absl::StrAppend(&text, "More points are better; 1000 = ",
                  report.reference ? Printable(report.reference->name) : "the recorded run",
                  ". MB/s are 10^6 bytes a second of busy time.\n");
  if (report.reference) text += Remarks(*report.reference);
  for (const ScoreCard& card : report.cards) text += Remarks(card);
  return text;
}

}  // namespace ioreel
