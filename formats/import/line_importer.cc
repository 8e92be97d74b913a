#include "formats/import/line_importer.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "formats/import/fields.h"
#include "formats/time_order.h"

namespace ioreel {
namespace {

constexpr size_t kChunkRows = 1 << 14;

class LineImporter : public TraceReader {
 public:
  LineImporter(LineReader lines, std::unique_ptr<LineParser> parser, TimeOrder default_order,
               const ReadOptions& options, ImportLog* log)
      : lines_(std::move(lines)),
        parser_(std::move(parser)),
        options_(options),
        log_(log),
        order_(options.time_order, default_order, log) {}

  const TraceInfo& info() const override { return parser_->info(); }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    chunk->first_queued = given_;
    while (!at_end_ && order_.ready() < kChunkRows) IOREEL_RETURN_IF_ERROR(ReadLine());
    IOREEL_ASSIGN_OR_RETURN(const bool any, order_.Take(kChunkRows, &chunk->queued));
    given_ += chunk->queued.size();
    return any;
  }

 private:
  absl::Status ReadLine() {
    absl::string_view line;
    const absl::StatusOr<bool> more = lines_.Next(&line);
    if (!more.ok()) IOREEL_RETURN_IF_ERROR(Damage(more.status(), options_, log_));
    if (!more.ok() || !*more) return End();
    if (absl::StripAsciiWhitespace(line).empty()) return absl::OkStatus();
    QueuedIo io;
    const absl::StatusOr<bool> row = parser_->Parse(line, LineNotes(lines_, log_), &io);
    if (!row.ok()) return BadLine(lines_, line, row.status(), options_, log_);
    if (!*row) return absl::OkStatus();
    ++rows_;
    return order_.Add(io, [this] { return lines_.Place(); });
  }

  absl::Status End() {
    at_end_ = true;
    if (rows_ == 0)
      return absl::InvalidArgumentError(
          absl::StrFormat("%s: holds no I/O (%d lines read)", lines_.name(), lines_.line_number()));
    NoteUnterminated(lines_, log_);
    return order_.Finish();
  }

  LineReader lines_;
  std::unique_ptr<LineParser> parser_;
  ReadOptions options_;
  ImportLog* log_;
  TimeOrderer order_;
  uint64_t rows_ = 0, given_ = 0;
  bool at_end_ = false;
};

}  // namespace

absl::Status BadLine(const LineReader& reader, absl::string_view line, const absl::Status& what,
                     const ReadOptions& options, ImportLog* log) {
  if (!options.tolerant)
    return absl::InvalidArgumentError(absl::StrCat(reader.Place(), ": ", what.message(), " in ",
                                                   Quoted(line), "; --tolerant skips such lines"));
  log->Add("bad_line", ImportLog::Severity::kDataLoss, reader.Place(),
           absl::StrCat("skipped; the first: ", what.message(), " in ", Quoted(line)));
  return absl::OkStatus();
}

absl::Status Damage(const absl::Status& error, const ReadOptions& options, ImportLog* log) {
  if (!options.tolerant) return error;
  log->Add("damaged_input", ImportLog::Severity::kDataLoss, "",
           absl::StrCat(error.message(), "; what follows is left out"));
  return absl::OkStatus();
}

void NoteUnterminated(const LineReader& reader, ImportLog* log) {
  if (!reader.unterminated()) return;
  log->Add("unterminated_last_line", ImportLog::Severity::kNotice, reader.Place(),
           "the last line has no end; if the file was cut there, its last number is wrong");
}

absl::StatusOr<std::unique_ptr<Input>> OnlyInput(std::vector<std::unique_ptr<Input>> inputs) {
  if (inputs.size() == 1) return std::move(inputs.front());
  return absl::InvalidArgumentError(
      absl::StrFormat("%s and %s: this format is one file a trace; convert them one by one",
                      inputs[0]->name(), inputs[1]->name()));
}

absl::StatusOr<std::unique_ptr<TraceReader>> MakeLineImporter(
    std::vector<std::unique_ptr<Input>> inputs, std::unique_ptr<LineParser> parser,
    TimeOrder default_order, const ReadOptions& options, ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(const std::unique_ptr<Input> input, OnlyInput(std::move(inputs)));
  IOREEL_ASSIGN_OR_RETURN(LineReader lines, LineReader::Open(*input));
  return std::make_unique<LineImporter>(std::move(lines), std::move(parser), default_order, options,
                                        log);
}

}  // namespace ioreel
