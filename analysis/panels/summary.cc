#include "absl/strings/str_cat.h"
#include "analysis/panels/panels.h"
#include "analysis/report/cells.h"
#include "analysis/report/score_cells.h"
#include "base/units.h"

namespace ioreel {
namespace {

constexpr size_t kMostCards = 6;  // more are a table only

Tone ToneOf(const ScoreCard& card) {
  const absl::string_view verdict = VerdictName(card);
  if (verdict == "valid") return Tone::kGood;
  return verdict == "invalid" || verdict == "tainted" ? Tone::kBad : Tone::kWarning;
}

Card MakeCard(const std::string& label, const ScoreCard& score) {
  const Measurement& m = score.measured;
  Card card{.title = label,
            .subtitle = score.how,
            .tone = ToneOf(score),
            .verdict = std::string(VerdictName(score)),
            .value = FixedCell(score.score.speed, 0),
            .value_label = "speed score",
            .facts = {}};
  if (!score.score.speed) {
    card.value = DurationCell(m.completion_ns.median);
    card.value_label = "completion time";
  }
  card.facts = {{"completion time", DurationCell(m.completion_ns.median)},
                {"recorded completion time", DurationCell(score.recorded.completion_ns)},
                {"busy time", DurationCell(m.busy_ns.median)},
                {"bandwidth", BandwidthCell(m.bandwidth_bytes_per_s.median)},
                {"mean access time", DurationCell(m.mean_access_ns.median)},
                {"device score", FixedCell(score.score.device, 0)},
                {"storage score", FixedCell(score.score.storage, 0)},
                {"repeats", absl::StrCat(m.repeats)}};
  return card;
}

std::vector<Cell> ScoreRow(const std::string& label, const ScoreCard& card) {
  std::vector<Cell> row = {
      label, {std::string(VerdictName(card)), ToneOf(card)}, absl::StrCat(card.measured.repeats)};
  for (std::string& cell : ScoreCells(card)) row.emplace_back(std::move(cell));
  return row;
}

std::string ReferenceLabel(const ScoreCard& reference) {
  return absl::StrCat("reference: ", reference.name);
}

std::vector<Cell> RecordedRow(const Baseline& recorded, bool is_baseline) {
  std::vector<Cell> row(14, Cell(""));
  row[0] = {"recorded", Tone::kMuted};
  row[3] = DurationCell(recorded.completion_ns);
  row[6] = DurationCell(recorded.busy_ns);
  if (!is_baseline) return row;
  row[11] = recorded.completion_ns ? "1000" : "-";
  row[12] = recorded.busy_ns ? "1000" : "-";
  return row;
}

Table ScoreTable(const RunGroup& group) {
  Table table{.title = group.trace,
              .head = {"run", "verdict", "repeats", "completion time", "spread",
                       "writeback after it", "busy time", "spread", "bandwidth", "mean access time",
                       "I/Os per second", "speed score", "device score", "storage score"},
              .rows = {},
              .text_columns = 2};
  table.rows.push_back(
      RecordedRow(group.scores.cards.front().recorded, !group.scores.reference.has_value()));
  if (group.scores.reference)
    table.rows.push_back(
        ScoreRow(ReferenceLabel(*group.scores.reference), *group.scores.reference));
  for (size_t i = 0; i < group.runs.size(); ++i)
    table.rows.push_back(ScoreRow(group.runs[i].label, group.scores.cards[i]));
  return table;
}

Tone ToneOf(ScoreRemark::Kind kind) {
  switch (kind) {
    case ScoreRemark::Kind::kInvalid:
    case ScoreRemark::Kind::kTainted:
      return Tone::kBad;
    case ScoreRemark::Kind::kWithheld:
    case ScoreRemark::Kind::kNotComparable:
      return Tone::kWarning;
    case ScoreRemark::Kind::kNote:
      break;
  }
  return Tone::kMuted;
}

void AddRemarks(const std::string& who, const ScoreCard& card, Remarks* remarks) {
  for (const ScoreRemark& remark : RemarksOf(card)) {
    remarks->lines.push_back(
        {ToneOf(remark.kind), std::string(remark.label()), absl::StrCat(who, ": ", remark.text)});
  }
}

Remarks GroupRemarks(const RunGroup& group) {
  Remarks remarks;
  if (group.scores.reference)
    AddRemarks(ReferenceLabel(*group.scores.reference), *group.scores.reference, &remarks);
  for (size_t i = 0; i < group.runs.size(); ++i)
    AddRemarks(group.runs[i].label, group.scores.cards[i], &remarks);
  return remarks;
}

}  // namespace

std::optional<Panel> SummaryPanel(const ReportData& data) {
  if (data.groups.empty()) return std::nullopt;
  Panel panel{.id = "summary", .title = "Summary", .intro = {}, .blocks = {}};
  Cards cards;
  for (const RunGroup& group : data.groups) {
    for (size_t i = 0; i < group.runs.size(); ++i)
      cards.cards.push_back(MakeCard(group.runs[i].label, group.scores.cards[i]));
  }
  if (cards.cards.size() <= kMostCards) panel.blocks.push_back(std::move(cards));
  for (const RunGroup& group : data.groups) {
    panel.blocks.push_back(ScoreTable(group));
    Remarks remarks = GroupRemarks(group);
    if (!remarks.lines.empty()) panel.blocks.push_back(std::move(remarks));
  }
  panel.intro.push_back(
      data.groups.front().scores.reference
          ? "Figures are medians over the repeats. 1000 points are the reference run; more is "
            "better."
          : "Figures are medians over the repeats. 1000 points are the recorded run; more is "
            "better.");
  return panel;
}

}  // namespace ioreel
