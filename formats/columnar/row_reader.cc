#include "formats/columnar/row_reader.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/columnar/written_number.h"
#include "formats/import/fields.h"
#include "formats/import/iso_date.h"
#include "formats/model/file_time.h"

namespace ioreel {
namespace {

/// Times may be this far from their origin (146 years), so that differences cannot overflow.
constexpr int64_t kFurthest = int64_t{1} << 62;

absl::Status Bad(absl::string_view what) { return absl::InvalidArgumentError(what); }

bool IsTooFar(int64_t ns) { return ns >= kFurthest || ns <= -kFurthest; }
absl::Status TooFar() { return Bad("a time more than 146 years from its origin"); }

/// As spreadsheets leave behind a table.
bool IsBlank(absl::Span<const absl::string_view> fields) {
  return std::all_of(fields.begin(), fields.end(),
                     [](absl::string_view field) { return field.empty(); });
}

/// Decimals of a number of ns: its unit may be another.
bool IsBelowNs(absl::string_view text, int64_t unit) {
  return unit == kNs && text.find('.') != absl::string_view::npos;
}

/// A process or thread id: −1 where it is unknown, which Windows writes as −1 or 2^32 − 1.
std::optional<int32_t> ParseId(absl::string_view text) {
  constexpr int64_t kUnknown = std::numeric_limits<uint32_t>::max();
  if (text.empty()) return -1;
  const auto id = ParseSigned(text);
  if (id && (*id < 0 || *id == kUnknown)) return -1;
  if (!id || *id > std::numeric_limits<int32_t>::max()) return std::nullopt;
  return static_cast<int32_t>(*id);
}

}  // namespace

struct RowReader::Row {
  int64_t start_ns = kNoTime, end_ns = kNoTime, latency_ns = kNoTime;
  bool below_ns = false;
  OpMeaning op;
  uint64_t offset = 0, length = 0;
  absl::string_view device;
  int devices = 0;  ///< columns read into `device`
  int32_t pid = -1, tid = -1;
  absl::string_view process;
};

absl::StatusOr<bool> RowReader::Read(absl::Span<const absl::string_view> fields,
                                     const LineNotes& notes, QueuedIo* io) {
  IOREEL_RETURN_IF_ERROR(CheckWidth(fields));
  if (IsBlank(fields)) return false;
  Row row;
  if (binding_.op_place) IOREEL_RETURN_IF_ERROR(ReadOp(fields[*binding_.op_place], &row));
  if (row.op.ignored) {
    notes.Notice("not_an_io", layout_->ignored_rows);
    return false;
  }
  for (const BoundColumn& column : binding_.columns)
    IOREEL_RETURN_IF_ERROR(ReadField(column, fields[column.place], &row));
  io->op = row.op.op;
  io->flags = row.op.flags;
  IOREEL_RETURN_IF_ERROR(SetTimes(row, notes, io));
  IOREEL_ASSIGN_OR_RETURN(const bool has_data, SetRange(row, notes, io));
  if (!has_data) return false;
  IOREEL_ASSIGN_OR_RETURN(io->device, names_->Device(row.device));
  io->task = names_->Task(row.pid, row.tid, row.process);
  return true;
}

absl::StatusOr<bool> RowReader::ReadTimes(absl::Span<const absl::string_view> fields,
                                          const LineNotes& notes, QueuedIo* io) {
  IOREEL_RETURN_IF_ERROR(CheckWidth(fields));
  if (IsBlank(fields)) return false;
  Row row;
  for (const BoundColumn& column : binding_.columns)
    IOREEL_RETURN_IF_ERROR(ReadTime(column, fields[column.place], &row));
  IOREEL_RETURN_IF_ERROR(SetTimes(row, notes, io));
  return true;
}

/// A row may end in a separator.
absl::Status RowReader::CheckWidth(absl::Span<const absl::string_view> fields) const {
  const size_t width = fields.size();
  if (width == binding_.fields || (binding_.more_fields && width > binding_.fields))
    return absl::OkStatus();
  if (width == binding_.fields + 1 && fields.back().empty()) return absl::OkStatus();
  return Bad(absl::StrCat(width, " fields where ", binding_.fields, " belong"));
}

absl::Status RowReader::ReadField(const BoundColumn& column, absl::string_view text, Row* row) {
  switch (column.role) {
    case Role::kIgnored:
    case Role::kOp:  // read before
      return absl::OkStatus();
    case Role::kTime:
    case Role::kEndTime:
    case Role::kLatency:
      return ReadTime(column, text, row);
    case Role::kOffset:
      return ReadNumber(column, text, *row, "an offset that is not a number", &row->offset);
    case Role::kLength:
      return ReadNumber(column, text, *row, "a length that is not a number", &row->length);
    case Role::kDevice:
      AddToDevice(text, row);
      return absl::OkStatus();
    case Role::kPid:
    case Role::kTid: {
      const std::optional<int32_t> id = ParseId(text);
      if (!id) return Bad("a pid or tid that is not a number");
      (column.role == Role::kPid ? row->pid : row->tid) = *id;
      return absl::OkStatus();
    }
    case Role::kProcess:
      row->process = text;
      return absl::OkStatus();
    case Role::kProcessPid:
      return ReadProcessPid(text, row);
  }
  return absl::OkStatus();
}

absl::Status RowReader::ReadOp(absl::string_view text, Row* row) const {
  const std::optional<OpMeaning> op = layout_->find_op(text);
  if (!op) return Bad(absl::StrCat("an unknown op ", Quoted(text)));
  row->op = *op;
  return absl::OkStatus();
}

/// An offset or length; that of an op without a range does not matter.
absl::Status RowReader::ReadNumber(const BoundColumn& column, absl::string_view text,
                                   const Row& row, absl::string_view fault, uint64_t* value) const {
  if (!HasRange(row.op.op)) return absl::OkStatus();
  const auto number = ParseWrittenWhole(text);
  const auto bytes =
      number ? CheckedMul(*number, static_cast<uint64_t>(column.unit)) : std::nullopt;
  if (!bytes) return Bad(fault);
  *value = *bytes;
  return absl::OkStatus();
}

/// A start must be there; a latency or an end that is empty or negative is unknown.
absl::Status RowReader::ReadTime(const BoundColumn& column, absl::string_view text,
                                 Row* row) const {
  if (text.empty() && column.role != Role::kTime) return absl::OkStatus();
  const bool is_latency = column.role == Role::kLatency;
  const int64_t origin =
      !is_latency && layout_->origin == TimeOrigin::kFileTime ? kFileTimeOf1970 : 0;
  const auto ns = column.is_date
                      ? ParseDateNs(text)
                      : ParseWrittenTimeNs(text, layout_->separator, column.unit, origin);
  if (!ns && is_latency) return Bad("a latency that is not a number");
  if (!ns && column.is_date) return Bad("a time that is no date as 2024-01-31T12:34:56.789Z");
  if (!ns) return Bad(absl::StrCat("a time that is not a number", layout_->time_hint));
  if (IsTooFar(*ns)) return TooFar();
  row->below_ns |= !column.is_date && IsBelowNs(text, column.unit);
  if (is_latency)
    row->latency_ns = *ns;
  else
    (column.role == Role::kTime ? row->start_ns : row->end_ns) = *ns;
  return absl::OkStatus();
}

absl::Status RowReader::ReadProcessPid(absl::string_view text, Row* row) const {
  const size_t open = text.rfind('(');
  row->process = absl::StripAsciiWhitespace(text.substr(0, open));
  if (open == absl::string_view::npos) return absl::OkStatus();
  absl::string_view digits = text.substr(open + 1);
  if (!absl::ConsumeSuffix(&digits, ")")) return Bad("a process that is not `name (pid)`");
  const std::optional<int32_t> pid = ParseId(absl::StripAsciiWhitespace(digits));
  if (!pid) return Bad("a pid that is not a number");
  row->pid = *pid;
  return absl::OkStatus();
}

void RowReader::AddToDevice(absl::string_view text, Row* row) {
  if (row->devices++ == 0) {
    row->device = text;
    return;
  }
  if (row->devices == 2) device_key_.assign(row->device.data(), row->device.size());
  device_key_.push_back(layout_->device_joint);
  device_key_.append(text.data(), text.size());
  row->device = device_key_;
}

absl::Status RowReader::SetTimes(const Row& row, const LineNotes& notes, QueuedIo* io) const {
  if (row.below_ns)
    notes.Notice("below_ns",
                 "times of ns with decimals, which are rounded: their unit may be another, which "
                 "--columns says");
  int64_t latency_ns = row.latency_ns;
  if (latency_ns != kNoTime && latency_ns < 0) {
    notes.Notice("negative_latency", "a latency below 0; taken as unknown");
    latency_ns = kNoTime;
  }
  io->queue_ns = row.start_ns;
  io->complete_ns = row.end_ns;
  if (row.start_ns == kNoTime) {
    if (row.end_ns == kNoTime) return Bad("no time");
    if (latency_ns == kNoTime) notes.Notice("no_latency", "no latency: stands at its completion");
    io->queue_ns = row.end_ns - (latency_ns == kNoTime ? 0 : latency_ns);
  } else if (row.end_ns == kNoTime && latency_ns != kNoTime) {
    io->complete_ns = row.start_ns + latency_ns;
  }
  if (IsTooFar(io->queue_ns)) return TooFar();
  if (io->complete_ns != kNoTime && IsTooFar(io->complete_ns)) return TooFar();
  if (io->complete_ns == kNoTime || io->complete_ns >= io->queue_ns) return absl::OkStatus();
  notes.Notice("ends_before_start",
               "an I/O that ends before it starts; its end is taken as unknown");
  io->complete_ns = kNoTime;
  return absl::OkStatus();
}

/// False for an I/O of nothing, which is noted.
absl::StatusOr<bool> RowReader::SetRange(const Row& row, const LineNotes& notes,
                                         QueuedIo* io) const {
  if (!HasRange(io->op)) return true;
  io->offset = row.offset;
  io->length = row.length;
  if (!CheckedAdd(io->offset, io->length)) return Bad("a range that ends above 2^64");
  if (io->length > 0 || !NeedsLength(io->op)) return true;
  notes.Notice("zero_length", "an I/O of 0 bytes; ignored, it moves no data");
  return false;
}

}  // namespace ioreel
