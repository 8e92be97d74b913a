#include "formats/csv/csv_reader.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/status_macros.h"
#include "formats/columnar/field_splitter.h"
#include "formats/csv/csv_row.h"
#include "formats/csv/request_numbers.h"
#include "formats/import/faults.h"
#include "formats/sort/time_order.h"

namespace ioreel {
namespace {

constexpr size_t kChunkRows = 1 << 14;
constexpr size_t kMostChunkRows = 1 << 18;  // of requests without a queued I/O among them

/// Sorts `rows` by time and returns, for each row, where it went.
template <typename Row, typename Time>
std::vector<uint64_t> SortRows(std::vector<Row>* rows, Time time) {
  std::vector<uint64_t> from(rows->size()), to(rows->size());
  std::iota(from.begin(), from.end(), 0);
  std::stable_sort(from.begin(), from.end(),
                   [&](uint64_t a, uint64_t b) { return time((*rows)[a]) < time((*rows)[b]); });
  std::vector<Row> sorted;
  sorted.reserve(rows->size());
  for (uint64_t i = 0; i < from.size(); ++i) {
    to[from[i]] = i;
    sorted.push_back((*rows)[from[i]]);
  }
  *rows = std::move(sorted);
  return to;
}

/// REQUIRES: a chunk that is a whole trace.
void SortByTime(TraceChunk* whole) {
  const std::vector<uint64_t> queued =
      SortRows(&whole->queued, [](const QueuedIo& io) { return io.queue_ns; });
  const std::vector<uint64_t> requests =
      SortRows(&whole->requests, [](const IssuedRequest& request) { return request.issue_ns; });
  for (IoLink& link : whole->links) link = {queued[link.queued], requests[link.request]};
  std::sort(whole->links.begin(), whole->links.end(), [](const IoLink& a, const IoLink& b) {
    return std::pair(a.queued, a.request) < std::pair(b.queued, b.request);
  });
}

class CsvReader : public TraceReader {
 public:
  CsvReader(LineReader lines, CsvRowParser parser, const ReadOptions& options, ImportLog* log)
      : lines_(std::move(lines)),
        parser_(std::move(parser)),
        options_(options),
        log_(log),
        time_(options.time_order, TimeOrder::kReject, log) {
    info_.source = "csv";
    info_.origin = lines_.name();
  }

  const TraceInfo& info() const override { return info_; }

  absl::StatusOr<bool> Read(TraceChunk* chunk) override {
    chunk->Clear();
    chunk->first_queued = queued_;
    chunk->first_request = requests_;
    const bool whole = time_.order() == TimeOrder::kSort;
    while (!at_end_ && (whole || !IsFull(*chunk))) IOREEL_RETURN_IF_ERROR(ReadRecord(chunk));
    if (whole) SortByTime(chunk);
    if (chunk->queued.empty()) {
      for (const IssuedRequest& request : chunk->requests) time_.Advance(request.issue_ns);
    }
    return !chunk->empty();
  }

 private:
  /// A chunk ends behind a queued I/O: requests at its end may be named by the next one.
  bool IsFull(const TraceChunk& chunk) const {
    const size_t rows = chunk.queued.size() + chunk.requests.size();
    return rows >= (row_.is_request ? kMostChunkRows : kChunkRows);
  }

  absl::Status ReadRecord(TraceChunk* chunk) {
    absl::string_view record;
    const absl::StatusOr<bool> more = lines_.NextRecord(&record);
    if (!more.ok()) IOREEL_RETURN_IF_ERROR(Damage(more.status(), options_, log_));
    if (!more.ok() || !*more) return End();
    if (absl::StripAsciiWhitespace(record).empty()) return absl::OkStatus();
    absl::Status status = Split(&record);
    if (status.ok()) status = parser_.Parse(fields_, &info_, &row_);
    const bool left_out = status.ok() && NeedsLength(row_.queued.op) && row_.queued.length == 0;
    if (status.ok()) status = Resolve(left_out);
    if (!status.ok()) return BadLine(lines_.Place(), record, status, options_, log_);
    if (left_out) {
      log_->Add("zero_length", ImportLog::Severity::kNotice, lines_.Place(),
                "an I/O of 0 bytes; ignored, it moves no data");
      return absl::OkStatus();
    }
    return row_.is_request ? AddRequest(chunk) : AddQueued(chunk);
  }

  absl::Status Split(absl::string_view* record) {
    const auto split = [this, record]() -> absl::Status {
      IOREEL_ASSIGN_OR_RETURN(fields_, splitter_.Split(*record));
      return absl::OkStatus();
    };
    const absl::Status status = split();
    if (status.ok() && fields_.size() == parser_.width()) return status;
    return lines_.KeepFirstLine(record) ? split() : status;
  }

  /// Turns the numbers of a row into ordinals.
  absl::Status Resolve(bool left_out) {
    if (row_.is_request) {
      const uint64_t number = row_.numbers.empty() ? numbers_.Next() : row_.numbers.front();
      if (numbers_.Add(number, left_out ? RequestNumbers::kLeftOut : requests_))
        return absl::OkStatus();
      return absl::InvalidArgumentError("a request number that does not ascend");
    }
    for (uint64_t& number : row_.numbers) {
      const auto ordinal = numbers_.Find(number);
      if (!ordinal)
        return absl::InvalidArgumentError(absl::StrFormat(
            "request %d is named, but no row above (without queue_ns, with this number) is it",
            number));
      number = *ordinal;
    }
    std::erase(row_.numbers, RequestNumbers::kLeftOut);
    std::sort(row_.numbers.begin(), row_.numbers.end());
    row_.numbers.erase(std::unique(row_.numbers.begin(), row_.numbers.end()), row_.numbers.end());
    return absl::OkStatus();
  }

  absl::Status AddRequest(TraceChunk* chunk) {
    IOREEL_RETURN_IF_ERROR(CheckTime(&row_.request));
    chunk->requests.push_back(row_.request);
    ++requests_;
    return absl::OkStatus();
  }

  absl::Status AddQueued(TraceChunk* chunk) {
    IOREEL_RETURN_IF_ERROR(CheckTime(&row_.queued));
    time_.Advance(row_.queued.queue_ns);
    chunk->queued.push_back(row_.queued);
    for (uint64_t request : row_.numbers) chunk->links.push_back({queued_, request});
    ++queued_;
    return absl::OkStatus();
  }

  template <typename Row>
  absl::Status CheckTime(Row* row) {
    return time_.Check(row, [this] { return lines_.Place(); });
  }

  absl::Status End() {
    at_end_ = true;
    if (queued_ + requests_ == 0)
      return absl::InvalidArgumentError(
          absl::StrFormat("%s: holds no I/O (%d lines read)", lines_.name(), lines_.line_number()));
    NoteUnterminated(lines_, log_);
    return absl::OkStatus();
  }

  LineReader lines_;
  FieldSplitter splitter_{',', true};
  CsvRowParser parser_;
  ReadOptions options_;
  ImportLog* log_;
  TimeCheck time_;
  TraceInfo info_;
  RequestNumbers numbers_;
  absl::Span<const absl::string_view> fields_;
  CsvRow row_;
  uint64_t queued_ = 0, requests_ = 0;  ///< rows so far
  bool at_end_ = false;
};

}  // namespace

absl::StatusOr<std::unique_ptr<TraceReader>> OpenCsvReader(const Input& input,
                                                           const ReadOptions& options,
                                                           ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(LineReader lines, LineReader::Open(input));
  absl::string_view record;
  do {
    IOREEL_RETURN_IF_ERROR(lines.NextRecord(&record).status());
  } while (absl::StripAsciiWhitespace(record).empty());
  FieldSplitter splitter(',', true);
  const auto header = splitter.Split(record);
  absl::StatusOr<CsvRowParser> parser = header.ok() ? CsvRowParser::Make(*header) : header.status();
  if (!parser.ok())
    return absl::InvalidArgumentError(
        absl::StrCat(lines.Place(), ": not a header of a CSV: ", parser.status().message()));
  for (const std::string& name : parser->unknown_columns())
    log->Add("unknown_column", ImportLog::Severity::kNotice, lines.Place(),
             absl::StrCat("not read: the first is \"", name, "\""));
  return std::make_unique<CsvReader>(std::move(lines), *std::move(parser), options, log);
}

}  // namespace ioreel
