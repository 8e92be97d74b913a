#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "formats/columnar/column_binding.h"
#include "formats/columnar/column_parser.h"
#include "formats/formats.h"
#include "formats/import/fields.h"
#include "formats/import/locale_number.h"
#include "formats/io/line_reader.h"

/// Process Monitor's CSV. Rows are operations on files: those that are not cached went down to the
/// volume. Offsets are those in a file, so that each file is a device of its own.

namespace ioreel {
namespace {

constexpr int64_t kHour = 3'600 * kSecond, kDay = 24 * kHour;

absl::Status Bad(absl::string_view what) { return absl::InvalidArgumentError(what); }

/// The columns that are read, in the order of kColumns.
enum Place : size_t { kTime, kProcess, kPid, kOperation, kPath, kResult, kDetail, kDuration, kTid };
constexpr size_t kPlaces = kTid + 1;

const std::array<Column, kPlaces>& Columns() {
  static const auto* columns = new std::array<Column, kPlaces>{{
      {.name = "Time of Day|Relative Time"},
      {.name = "Process Name"},
      {.name = "PID"},
      {.name = "Operation"},
      {.name = "Path"},
      {.name = "Result"},
      {.name = "Detail"},
      {.name = "Duration", .needed = false},
      {.name = "TID", .needed = false},
  }};
  return *columns;
}

/// By Place: the field of a row.
using Places = std::array<std::optional<size_t>, kPlaces>;

absl::StatusOr<Places> FindPlaces(absl::Span<const absl::string_view> header) {
  Places places;
  for (size_t i = 0; i < kPlaces; ++i) {
    IOREEL_ASSIGN_OR_RETURN(places[i], FindColumn(Columns()[i], header));
  }
  return places;
}

/// Names what others' tables do not, though a column that is needed may be missing.
bool IsHeader(absl::Span<const absl::string_view> header) {
  return std::all_of(Columns().begin() + kOperation, Columns().begin() + kDuration,
                     [header](const Column& column) {
                       const auto place = FindColumn(column, header);
                       return place.ok() && place->has_value();
                     });
}

/// Takes "AM" or "PM" off the end, and whatever blank stands before it.
bool TakeHalf(absl::string_view half, absl::string_view* text) {
  if (!absl::EndsWithIgnoreCase(*text, half)) return false;
  text->remove_suffix(half.size());
  while (!text->empty() && !absl::ascii_isdigit(static_cast<unsigned char>(text->back())))
    text->remove_suffix(1);
  return true;
}

/// "10:29:05.0593693 AM", "22:29:05,0593693" or "0:00:01.5", as ns.
std::optional<int64_t> ParseTimeOfDay(absl::string_view text) {
  const bool am = TakeHalf("AM", &text), pm = TakeHalf("PM", &text);
  const size_t hour_end = text.find(':'), minute_end = text.rfind(':');
  if (hour_end == minute_end) return std::nullopt;
  auto hours = ParseUnsigned(text.substr(0, hour_end));
  const auto minutes = ParseUnsigned(text.substr(hour_end + 1, minute_end - hour_end - 1));
  std::string second_text(text.substr(minute_end + 1));
  for (char& c : second_text) c = c == ',' ? '.' : c;
  const auto second_ns = ParseSecondsNs(second_text);
  if (!hours || !minutes || !second_ns || *hours >= 1'000'000 || *minutes >= 60 || *second_ns < 0 ||
      *second_ns >= 60 * kSecond)
    return std::nullopt;
  if ((am || pm) && (*hours < 1 || *hours > 12)) return std::nullopt;
  if (am || pm) hours = *hours % 12 + (pm ? 12 : 0);
  return static_cast<int64_t>(*hours) * kHour + static_cast<int64_t>(*minutes) * 60 * kSecond +
         *second_ns;
}

/// The number behind `name` in a detail, whose digits may be grouped: "Length: 16,384, Priority…".
std::optional<int64_t> DetailNumber(absl::string_view detail, absl::string_view name) {
  const size_t begin = detail.find(name);
  if (begin == absl::string_view::npos) return std::nullopt;
  detail.remove_prefix(begin + name.size());
  std::string plain;
  MakePlainWhole(detail.substr(0, detail.find(", ")), &plain);  // else it is no number below
  return ParseSigned(plain);
}

/// By name, and by the names of Filter > Enable Advanced Output.
std::optional<Op> FindOperation(absl::string_view text) {
  if (text == "ReadFile" || text == "IRP_MJ_READ" || text == "FASTIO_READ") return Op::kRead;
  if (text == "WriteFile" || text == "IRP_MJ_WRITE" || text == "FASTIO_WRITE") return Op::kWrite;
  if (text == "FlushBuffersFile" || text == "IRP_MJ_FLUSH_BUFFERS") return Op::kFlush;
  return std::nullopt;
}

std::optional<int32_t> ParseId(absl::string_view text) {
  const auto id = text.empty() ? -1 : ParseSigned(text);
  if (!id || *id != static_cast<int32_t>(*id)) return std::nullopt;
  return static_cast<int32_t>(*id);
}

class ProcmonParser : public LineParser {
 public:
  explicit ProcmonParser(std::string origin) {
    info_.source = "procmon";
    info_.origin = std::move(origin);
    info_.clock_resolution_ns = kFileTimeTick;
  }

  const TraceInfo& info() const override { return info_; }
  int64_t Start(int64_t first_ns) override {
    return StartOf(TimeOrigin::kArbitrary, first_ns, &info_);
  }
  std::unique_ptr<LineParser> TimesOnly() const override {
    return std::make_unique<ProcmonParser>(info_.origin);
  }

  absl::StatusOr<bool> Parse(absl::string_view line, const LineNotes& notes,
                             QueuedIo* io) override {
    if (!splitter_) splitter_.emplace(GuessSeparator(line), true);
    IOREEL_ASSIGN_OR_RETURN(fields_, splitter_->Split(line));
    if (width_ == 0) return BindHeader();
    if (fields_.size() != width_)
      return Bad(absl::StrCat(fields_.size(), " fields under a header of ", width_));
    const std::optional<Op> op = FindOperation(Field(kOperation));
    if (!op || !ReachedTheVolume(*op, notes)) {
      if (!op) notes.Notice("other_operation", "an operation that is no read, write or flush");
      return false;
    }
    io->op = *op;
    IOREEL_RETURN_IF_ERROR(SetTimes(io));
    IOREEL_RETURN_IF_ERROR(SetNames(io));
    return SetRange(notes, io);
  }

 private:
  absl::string_view Field(Place place) const {
    return places_[place] ? fields_[*places_[place]] : absl::string_view();
  }

  absl::StatusOr<bool> BindHeader() {
    const absl::StatusOr<Places> places = FindPlaces(fields_);
    if (!places.ok())
      return Bad(absl::StrCat("not a header of Process Monitor: ", places.status().message(),
                              "; choose it with Options > Select Columns and save again"));
    places_ = *places;
    width_ = fields_.size();
    return false;
  }

  bool ReachedTheVolume(Op op, const LineNotes& notes) const {
    if (Field(kResult) != "SUCCESS") {
      notes.Notice("failed_operation", "an operation that did not succeed; ignored");
      return false;
    }
    if (op == Op::kFlush || absl::StrContains(Field(kDetail), "Non-cached")) return true;
    notes.Notice("cached", "a read or write that the cache took, no I/O; ignored");
    return false;
  }

  /// Times of day start anew at midnight.
  absl::Status SetTimes(QueuedIo* io) {
    const auto of_day = ParseTimeOfDay(Field(kTime));
    if (!of_day) return Bad(absl::StrCat("a time that is none: ", Quoted(Field(kTime))));
    if (days_ns_ + *of_day < last_ns_ - kDay / 2) days_ns_ += kDay;
    last_ns_ = io->queue_ns = days_ns_ + *of_day;
    if (Field(kDuration).empty()) return absl::OkStatus();
    std::string seconds(Field(kDuration));
    for (char& c : seconds) c = c == ',' ? '.' : c;
    const auto duration_ns = ParseSecondsNs(seconds);
    if (!duration_ns || *duration_ns < 0 || *duration_ns > kDay)
      return Bad("a duration that is not a number");
    io->complete_ns = io->queue_ns + *duration_ns;
    return absl::OkStatus();
  }

  absl::Status SetNames(QueuedIo* io) {
    const auto pid = ParseId(Field(kPid)), tid = ParseId(Field(kTid));
    if (!pid || !tid) return Bad("a PID or TID that is not a number");
    IOREEL_ASSIGN_OR_RETURN(io->device, names_.Device(Field(kPath)));
    io->task = names_.Task(*pid, *tid, Field(kProcess));
    return absl::OkStatus();
  }

  absl::StatusOr<bool> SetRange(const LineNotes& notes, QueuedIo* io) const {
    if (!HasRange(io->op)) return true;
    const auto offset = DetailNumber(Field(kDetail), "Offset: ");
    const auto length = DetailNumber(Field(kDetail), "Length: ");
    if (!offset || !length || *length < 0) return Bad("a detail without Offset and Length");
    if (*offset < 0) {
      notes.Notice("no_offset", "an I/O at the end or the place that its file was at; ignored");
      return false;
    }
    io->offset = static_cast<uint64_t>(*offset);
    io->length = static_cast<uint64_t>(*length);
    if (*length > 0) return true;
    notes.Notice("zero_length", "an I/O of 0 bytes; ignored, it moves no data");
    return false;
  }

  TraceInfo info_;
  NameTables names_{&info_};
  std::optional<FieldSplitter> splitter_;  ///< as the header is cut
  absl::Span<absl::string_view> fields_;   ///< of the line at hand
  Places places_;
  size_t width_ = 0;  ///< fields of a row; 0 = no header seen
  int64_t days_ns_ = 0, last_ns_ = 0;
};

class Procmon : public Format {
 public:
  absl::string_view name() const override { return "procmon"; }
  absl::string_view description() const override {
    return "Process Monitor CSV: its reads, writes and flushes that were not cached";
  }
  absl::string_view carries() const override {
    return "start in 100 ns, duration where shown, flushes, process, a device for each file: "
           "offsets are those in the file";
  }

  bool Sniff(absl::string_view head, absl::string_view) const override {
    head = WithoutByteOrderMark(head);
    const absl::string_view line = absl::StripAsciiWhitespace(head.substr(0, head.find('\n')));
    FieldSplitter splitter(GuessSeparator(line), true);
    const auto fields = splitter.Split(line);
    return fields.ok() && IsHeader(*fields);
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    auto parser = std::make_unique<ProcmonParser>(inputs.front()->name());
    return MakeLineImporter(std::move(inputs), std::move(parser), TimeOrder::kSort, options, log);
  }
};

}  // namespace

const Format* ProcmonFormat() {
  static const auto* format = new Procmon;
  return format;
}

}  // namespace ioreel
