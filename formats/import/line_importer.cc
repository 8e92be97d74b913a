#include "formats/import/line_importer.h"

#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "formats/import/faults.h"
#include "formats/import/row_importer.h"
#include "formats/import/stamp_spreader.h"

namespace ioreel {
namespace {

class LineSource : public RowSource {
 public:
  using Inputs = std::vector<std::shared_ptr<const Input>>;

  static absl::StatusOr<std::unique_ptr<RowSource>> Open(Inputs inputs,
                                                         std::unique_ptr<LineParser> parser,
                                                         const ReadOptions& options,
                                                         ImportLog* log) {
    IOREEL_ASSIGN_OR_RETURN(LineReader lines, LineReader::Open(*inputs.front()));
    return std::unique_ptr<RowSource>(
        new LineSource(std::move(inputs), std::move(lines), std::move(parser), options, log));
  }

  const TraceInfo& info() const override { return parser_->info(); }
  std::string Place() const override { return lines_.Place(); }
  int64_t Start(int64_t first_ns) override { return parser_->Start(first_ns); }

  absl::StatusOr<bool> Next(QueuedIo* io) override {
    for (;;) {
      absl::string_view line;
      const absl::StatusOr<bool> more = has_quotes_ ? lines_.NextRecord(&line) : lines_.Next(&line);
      if (!more.ok()) IOREEL_RETURN_IF_ERROR(Damage(more.status(), options_, log_));
      if (!more.ok() || !*more) {
        IOREEL_ASSIGN_OR_RETURN(const bool another, NextFile());
        if (!another) return false;
        continue;
      }
      if (absl::StripAsciiWhitespace(line).empty()) continue;
      *io = QueuedIo();
      const absl::StatusOr<bool> row = Parse(&line, io);
      if (!row.ok())
        IOREEL_RETURN_IF_ERROR(BadLine(lines_.Place(), line, row.status(), options_, log_));
      if (!row.ok() || !*row) continue;
      ++rows_;
      return true;
    }
  }

  absl::StatusOr<std::unique_ptr<RowSource>> TimesOnly() const override {
    std::unique_ptr<LineParser> parser = parser_->TimesOnly();
    if (parser == nullptr) return nullptr;
    auto unread = std::make_unique<ImportLog>();
    ImportLog* const log = unread.get();
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<RowSource> source,
                            Open(inputs_, std::move(parser), options_, log));
    static_cast<LineSource&>(*source).own_log_ = std::move(unread);
    return source;
  }

 private:
  LineSource(Inputs inputs, LineReader lines, std::unique_ptr<LineParser> parser,
             const ReadOptions& options, ImportLog* log)
      : inputs_(std::move(inputs)),
        lines_(std::move(lines)),
        parser_(std::move(parser)),
        has_quotes_(parser_->HasQuotes()),
        options_(options),
        log_(log) {
    parser_->StartFile();
  }

  /// A record of several lines that makes no sense may be one line with a quote left open.
  absl::StatusOr<bool> Parse(absl::string_view* line, QueuedIo* io) {
    const LineNotes notes(lines_, log_);
    const absl::StatusOr<bool> row = parser_->Parse(*line, notes, io);
    if (row.ok() || !lines_.KeepFirstLine(line)) return row;
    *io = QueuedIo();
    const absl::StatusOr<bool> first = parser_->Parse(*line, notes, io);
    return first.ok() ? first : row;
  }

  /// At the end of an input: goes on to the next; false when there is none.
  absl::StatusOr<bool> NextFile() {
    if (rows_ == 0)
      return absl::InvalidArgumentError(
          absl::StrFormat("%s: holds no I/O (%d lines read)", lines_.name(), lines_.line_number()));
    NoteUnterminated(lines_, log_);
    if (file_ + 1 == inputs_.size()) {
      parser_->Finish(LineNotes(lines_, log_));
      return false;
    }
    IOREEL_ASSIGN_OR_RETURN(lines_, LineReader::Open(*inputs_[++file_]));
    rows_ = 0;
    parser_->StartFile();
    return true;
  }

  Inputs inputs_;
  size_t file_ = 0;  ///< of inputs_
  LineReader lines_;
  std::unique_ptr<LineParser> parser_;
  bool has_quotes_;
  ReadOptions options_;
  std::unique_ptr<ImportLog> own_log_;
  ImportLog* log_;
  uint64_t rows_ = 0;  ///< of this file
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceReader>> MakeLineImporter(
    std::vector<std::unique_ptr<Input>> inputs, std::unique_ptr<LineParser> parser,
    TimeOrder default_order, const ReadOptions& options, ImportLog* log) {
  if (inputs.size() > 1 && !parser->TakesSeveralFiles())
    return OnlyInput(std::move(inputs)).status();
  LineSource::Inputs texts(std::make_move_iterator(inputs.begin()),
                           std::make_move_iterator(inputs.end()));
  const int64_t stamp_ns = parser->stamp_ns();
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<RowSource> source,
                          LineSource::Open(std::move(texts), std::move(parser), options, log));
  if (stamp_ns > 0) source = SpreadStamps(std::move(source), stamp_ns, log);
  return MakeRowImporter(std::move(source), default_order, options, log);
}

}  // namespace ioreel
