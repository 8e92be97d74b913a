#include "formats/csv/csv_records.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "base/units.h"
#include "formats/import/faults.h"
#include "formats/import/line_importer.h"

namespace ioreel {
namespace {

/// A quote in a comment opens no field.
bool IsComment(absl::string_view* record, LineReader* lines, ImportLog* log) {
  if (!absl::StartsWith(*record, "#")) return false;
  lines->KeepFirstLine(record);
  LineNotes(*lines, log).Notice("comment", kCommentText);
  return true;
}

}  // namespace

absl::StatusOr<CsvRecords> CsvRecords::Open(const Input& input, const ReadOptions& options,
                                            ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(LineReader lines, LineReader::Open(input));
  absl::string_view record;
  do {
    IOREEL_RETURN_IF_ERROR(lines.NextRecord(&record).status());
  } while (absl::StripAsciiWhitespace(record).empty() || IsComment(&record, &lines, log));
  FieldSplitter splitter(',', true);
  const auto header = splitter.Split(record);
  auto info = std::make_unique<TraceInfo>();
  absl::StatusOr<CsvRowParser> parser =
      header.ok() ? CsvRowParser::Make(*header, info.get()) : header.status();
  if (!parser.ok())
    return absl::InvalidArgumentError(
        absl::StrCat(lines.Place(), ": not a header of a CSV: ", parser.status().message()));
  for (const std::string& name : parser->unknown_columns())
    log->Add("unknown_column", ImportLog::Severity::kNotice, lines.Place(),
             absl::StrCat("not read: the first is \"", name, "\""));
  return CsvRecords(std::move(lines), std::move(info), *std::move(parser), options, log);
}

CsvRecords::CsvRecords(LineReader lines, std::unique_ptr<TraceInfo> info, CsvRowParser parser,
                       const ReadOptions& options, ImportLog* log)
    : lines_(std::move(lines)),
      info_(std::move(info)),
      parser_(std::move(parser)),
      options_(options),
      log_(log),
      time_(options.time_order, TimeOrder::kReject, log),
      request_time_(TimeOrder::kSort, TimeOrder::kSort, request_log_.get()) {
  info_->source = "csv";
  info_->origin = lines_.name();
}

absl::StatusOr<bool> CsvRecords::Next() {
  for (;;) {
    absl::string_view record;
    const absl::StatusOr<bool> more = lines_.NextRecord(&record);
    if (!more.ok()) IOREEL_RETURN_IF_ERROR(Damage(more.status(), options_, log_));
    if (!more.ok() || !*more) {
      IOREEL_RETURN_IF_ERROR(End());
      return false;
    }
    if (absl::StripAsciiWhitespace(record).empty() || IsComment(&record, &lines_, log_)) continue;
    IOREEL_ASSIGN_OR_RETURN(const bool taken, Take(record));
    if (taken) return true;
  }
}

absl::StatusOr<bool> CsvRecords::Take(absl::string_view record) {
  if (const absl::Status status = Understand(&record); !status.ok()) {
    IOREEL_RETURN_IF_ERROR(BadLine(lines_.Place(), record, status, options_, log_));
    return false;
  }
  if (IsNothing()) {
    log_->Add("zero_length", ImportLog::Severity::kNotice, lines_.Place(),
              "an I/O of 0 bytes; ignored, it moves no data");
    return false;
  }
  IOREEL_RETURN_IF_ERROR(row_.is_request ? CheckRequest() : CheckQueued());
  ++(row_.is_request ? requests_ : queued_);
  return true;
}

absl::Status CsvRecords::Understand(absl::string_view* record) {
  IOREEL_RETURN_IF_ERROR(Split(record));
  IOREEL_RETURN_IF_ERROR(parser_.Parse(fields_, &row_));
  return Resolve();
}

absl::Status CsvRecords::Split(absl::string_view* record) {
  const auto split = [this, record]() -> absl::Status {
    IOREEL_ASSIGN_OR_RETURN(fields_, splitter_.Split(*record));
    return absl::OkStatus();
  };
  const absl::Status status = split();
  if (status.ok() && fields_.size() == parser_.width()) return status;
  return lines_.KeepFirstLine(record) ? split() : status;
}

/// Whether the row asks for no data.
bool CsvRecords::IsNothing() const {
  return NeedsLength(row_.queued.op) && row_.queued.length == 0;
}

/// Turns the numbers of a row into ordinals.
absl::Status CsvRecords::Resolve() {
  if (row_.is_request) {
    const uint64_t number = row_.numbers.empty() ? numbers_.Next() : row_.numbers.front();
    if (numbers_.Add(number, IsNothing() ? RequestNumbers::kLeftOut : requests_))
      return absl::OkStatus();
    return absl::InvalidArgumentError("a request number that does not ascend");
  }
  for (uint64_t& number : row_.numbers) {
    const auto ordinal = numbers_.Find(number);
    if (!ordinal)
      return absl::InvalidArgumentError(absl::StrFormat(
          "request %d is named, but none of the last %s rows of requests above (without queue_ns, "
          "with this number) is it",
          number, FormatCount(RequestNumbers::kWindow)));
    number = *ordinal;
  }
  std::erase(row_.numbers, RequestNumbers::kLeftOut);
  std::sort(row_.numbers.begin(), row_.numbers.end());
  row_.numbers.erase(std::unique(row_.numbers.begin(), row_.numbers.end()), row_.numbers.end());
  return absl::OkStatus();
}

absl::Status CsvRecords::CheckRequest() {
  const auto place = [this] { return lines_.Place(); };
  IOREEL_RETURN_IF_ERROR(time_.Check(&row_.request, place));
  IOREEL_RETURN_IF_ERROR(request_time_.Check(&row_.request, place));
  request_time_.Advance(row_.request.issue_ns);
  return absl::OkStatus();
}

absl::Status CsvRecords::CheckQueued() {
  IOREEL_RETURN_IF_ERROR(time_.Check(&row_.queued, [this] { return lines_.Place(); }));
  time_.Advance(row_.queued.queue_ns);
  return absl::OkStatus();
}

absl::Status CsvRecords::End() {
  if (queued_ + requests_ == 0)
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: holds no I/O (%d lines read)", lines_.name(), lines_.line_number()));
  NoteUnterminated(lines_, log_);
  if (order() != TimeOrder::kSort || queued_ > 0) return absl::OkStatus();
  log_->Add(*request_log_);
  return absl::OkStatus();
}

}  // namespace ioreel
