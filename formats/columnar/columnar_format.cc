#include "formats/columnar/columnar_format.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "formats/columnar/column_choice.h"
#include "formats/columnar/column_parser.h"
#include "formats/import/line_importer.h"
#include "formats/io/line_reader.h"
#include "formats/option_error.h"

namespace ioreel {
namespace {

constexpr int kLooksAt = 8;    // rows
constexpr int kLeastGood = 4;  // rows of a text that has bad ones

/// A header of names has none.
bool HasDigit(absl::string_view line) {
  return std::any_of(line.begin(), line.end(), absl::ascii_isdigit);
}

bool IsPlausible(const Layout& layout, const QueuedIo& io) {
  return !IsWallClock(layout.origin) || IsWallTime(io.queue_ns);
}

std::string WholeLines(absl::string_view head) {
  const bool may_be_cut = head.size() >= Input::kHeadBytes;
  const size_t end = may_be_cut ? head.rfind('\n') : head.size();
  return std::string(head.substr(0, end));
}

}  // namespace

ColumnarFormat::Fit ColumnarFormat::FitOf(absl::string_view head) const {
  Fit fit;
  auto lines = LineReader::Open(*MakeMemoryInput("", WholeLines(head)));
  if (!lines.ok()) return fit;
  ImportLog unread;
  ColumnParser parser(layout_, "");
  absl::string_view line;
  for (absl::StatusOr<bool> more = lines->Next(&line); more.ok() && *more && fit.rows < kLooksAt;
       more = lines->Next(&line)) {
    if (absl::StripAsciiWhitespace(line).empty()) continue;
    QueuedIo io;
    const bool first = !parser.bound();
    const absl::StatusOr<bool> row = parser.Parse(line, LineNotes(*lines, &unread), &io);
    fit.foreign |= first && !row.ok() && (!parser.bound() || !HasDigit(line));
    if (fit.foreign) break;
    if (!parser.bound()) continue;  // a comment
    fit.header = first && parser.has_header();
    if (fit.header) break;
    ++fit.rows;
    if (!row.ok() || (*row && !IsPlausible(*layout_, io))) ++fit.bad;
  }
  return fit;
}

bool ColumnarFormat::Fits(absl::string_view head) const {
  const Fit fit = FitOf(head);
  return fit.header || (!fit.foreign && fit.rows > 0 && fit.bad == 0);
}

bool ColumnarFormat::Sniff(absl::string_view head, absl::string_view) const {
  return !layout_->ambiguous && Fits(head);
}

/// A few bad rows among good ones do not hide what the text is.
bool ColumnarFormat::SniffLast(absl::string_view head, absl::string_view) const {
  if (layout_->ambiguous) return false;
  const Fit fit = FitOf(head);
  const int good = fit.rows - fit.bad;
  return !fit.foreign && good >= kLeastGood && good * 4 >= fit.rows * 3;
}

bool ColumnarFormat::CouldBe(absl::string_view head) const {
  return layout_->ambiguous && Fits(head);
}

absl::StatusOr<std::unique_ptr<TraceReader>> ColumnarFormat::OpenReader(
    std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options, ImportLog* log) const {
  IOREEL_ASSIGN_OR_RETURN(const std::shared_ptr<const Layout> layout,
                          LayoutWith(options.columns, *inputs.front()));
  auto parser = std::make_unique<ColumnParser>(layout, inputs.front()->name());
  return MakeLineImporter(std::move(inputs), std::move(parser), TimeOrder::kSort, options, log);
}

absl::StatusOr<std::shared_ptr<const Layout>> ColumnarFormat::LayoutWith(absl::string_view columns,
                                                                         const Input& input) const {
  if (columns.empty()) return layout_;
  IOREEL_ASSIGN_OR_RETURN(const std::vector<ColumnChoice> choices, ParseColumnChoices(columns));
  Layout changed = *layout_;
  std::vector<absl::string_view> names;
  for (const Column& column : layout_->columns) names.push_back(column.name);
  const bool has_names = layout_->header != Header::kNone;
  const absl::Status status =
      ApplyChoices(choices, has_names ? names : std::vector<absl::string_view>(), &changed);
  if (!status.ok()) return AnnotateOption(status, absl::StrCat(input.name(), " as ", name()));
  changed.remark = "";
  return std::make_shared<const Layout>(std::move(changed));
}

}  // namespace ioreel
