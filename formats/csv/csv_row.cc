#include "formats/csv/csv_row.h"

#include <algorithm>
#include <iterator>
#include <limits>
#include <optional>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/import/fields.h"

namespace ioreel {

enum CsvRowParser::Column : int {
  kQueueNs,
  kIssueNs,
  kCompleteNs,
  kOp,
  kOffset,
  kLength,
  kDevice,
  kPid,
  kTid,
  kProcess,
  kClass,
  kFlags,
  kError,
  kRequest,
  kColumnCount,
};

namespace {

absl::Status Bad(absl::string_view what) { return absl::InvalidArgumentError(what); }

/// A time column: empty = unknown.
std::optional<int64_t> ParseTime(absl::string_view text) {
  return text.empty() ? kNoTime : ParseSigned(text);
}

/// A column of a small number with something to stand for nothing.
std::optional<int32_t> ParseSmall(absl::string_view text, int32_t nothing) {
  if (text.empty()) return nothing;
  const auto value = ParseSigned(text);
  if (!value || *value < std::numeric_limits<int32_t>::min() ||
      *value > std::numeric_limits<int32_t>::max())
    return std::nullopt;
  return static_cast<int32_t>(*value);
}

IssuedRequest AsRequest(const QueuedIo& io) {
  return {.issue_ns = io.issue_ns,
          .complete_ns = io.complete_ns,
          .offset = io.offset,
          .length = io.length,
          .task = io.task,
          .device = io.device,
          .op = io.op,
          .flags = io.flags,
          .error = io.error};
}

}  // namespace

absl::StatusOr<CsvRowParser> CsvRowParser::Make(absl::Span<const absl::string_view> header,
                                                TraceInfo* info) {
  const std::vector<std::string> names = absl::StrSplit(kCsvHeader, ',');
  CsvRowParser parser(info);
  parser.width_ = header.size();
  parser.places_.assign(kColumnCount, -1);
  for (size_t place = 0; place < header.size(); ++place) {
    const absl::string_view name = absl::StripAsciiWhitespace(header[place]);
    const auto known = std::find(names.begin(), names.end(), name);
    if (known == names.end()) {
      parser.unknown_columns_.emplace_back(name);
      continue;
    }
    int& where = parser.places_[static_cast<size_t>(known - names.begin())];
    if (where >= 0) return Bad(absl::StrCat("the column ", name, " twice"));
    where = static_cast<int>(place);
  }
  for (Column column : {kOp, kOffset, kLength}) {
    if (parser.places_[column] < 0) return Bad(absl::StrCat("no column ", names[column]));
  }
  if (parser.places_[kQueueNs] < 0 && parser.places_[kIssueNs] < 0)
    return Bad("neither a column queue_ns nor issue_ns");
  return parser;
}

absl::string_view CsvRowParser::Field(absl::Span<const absl::string_view> fields,
                                      Column column) const {
  return places_[column] < 0 ? absl::string_view() : fields[static_cast<size_t>(places_[column])];
}

absl::Status CsvRowParser::Parse(absl::Span<const absl::string_view> fields, CsvRow* row) {
  if (fields.size() != width_)
    return Bad(absl::StrCat(fields.size(), " fields under a header of ", width_));
  row->queued = QueuedIo();
  IOREEL_RETURN_IF_ERROR(ParseIo(fields, &row->queued));
  row->is_request = row->queued.queue_ns == kNoTime;
  if (row->is_request && row->queued.issue_ns == kNoTime && row->queued.complete_ns == kNoTime)
    return Bad("no time: neither queue_ns nor issue_ns nor complete_ns");
  IOREEL_RETURN_IF_ERROR(ParseNumbers(Field(fields, kRequest), row));
  IOREEL_ASSIGN_OR_RETURN(row->queued.device, Device(Field(fields, kDevice)));
  IOREEL_ASSIGN_OR_RETURN(row->queued.task, Task(fields));
  if (row->is_request) row->request = AsRequest(row->queued);
  return absl::OkStatus();
}

absl::Status CsvRowParser::ParseIo(absl::Span<const absl::string_view> fields, QueuedIo* io) const {
  const auto queue = ParseTime(Field(fields, kQueueNs)), issue = ParseTime(Field(fields, kIssueNs)),
             complete = ParseTime(Field(fields, kCompleteNs));
  if (!queue || !issue || !complete) return Bad("a time that is not a number of ns");
  const auto op = FindOp(Field(fields, kOp));
  if (!op) return Bad(absl::StrCat("an unknown op ", Quoted(Field(fields, kOp))));
  const auto offset = ParseUnsigned(Field(fields, kOffset));
  const auto length = ParseUnsigned(Field(fields, kLength));
  if (!offset || !length) return Bad("an offset or length that is not a number");
  if (HasRange(*op) && !CheckedAdd(*offset, *length)) return Bad("a range that ends above 2^64");
  const auto flags = ParseIoFlags(Field(fields, kFlags));
  if (!flags) return Bad(absl::StrCat("an unknown flag in ", Quoted(Field(fields, kFlags))));
  const auto error = ParseSmall(Field(fields, kError), 0);
  if (!error) return Bad("an error that is not a number");
  io->queue_ns = *queue;
  io->issue_ns = *issue;
  io->complete_ns = *complete;
  io->op = *op;
  io->offset = *offset;
  io->length = *length;
  io->flags = *flags;
  io->error = *error;
  return absl::OkStatus();
}

absl::Status CsvRowParser::ParseNumbers(absl::string_view text, CsvRow* row) const {
  row->numbers.clear();
  if (text.empty()) return absl::OkStatus();
  for (absl::string_view part : absl::StrSplit(text, '|')) {
    const auto number = ParseUnsigned(part);
    if (!number) return Bad("a request that is not a number");
    row->numbers.push_back(*number);
  }
  if (row->is_request && row->numbers.size() > 1)
    return Bad("several numbers for one request (a row without queue_ns is a request)");
  return absl::OkStatus();
}

absl::StatusOr<uint16_t> CsvRowParser::Device(absl::string_view name) {
  const auto known = devices_.find(name);
  if (known != devices_.end()) return known->second;
  if (info_->devices.size() >= 0xffff) return Bad("more than 65535 devices");
  const auto index = static_cast<uint16_t>(info_->devices.size());
  info_->devices.emplace_back().name = std::string(name);
  devices_[std::string(name)] = index;
  return index;
}

absl::StatusOr<uint32_t> CsvRowParser::Task(absl::Span<const absl::string_view> fields) {
  const bool known = absl::c_any_of(std::initializer_list<Column>{kPid, kTid, kClass, kProcess},
                                    [&](Column column) { return !Field(fields, column).empty(); });
  if (!known) return kNoTask;
  const auto pid = ParseSmall(Field(fields, kPid), -1), tid = ParseSmall(Field(fields, kTid), -1);
  if (!pid || !tid) return Bad("a pid or tid that is not a number");
  const absl::string_view class_name = Field(fields, kClass);
  const auto task_class = class_name.empty() ? TaskClass::kOther : FindTaskClass(class_name);
  if (!task_class) return Bad(absl::StrCat("an unknown class ", Quoted(class_name)));
  return tasks_.FindOrAdd(
      {.pid = *pid, .tid = *tid, .name = Field(fields, kProcess), .task_class = *task_class});
}

}  // namespace ioreel
