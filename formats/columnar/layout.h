#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "formats/model/io_flags.h"
#include "formats/model/op.h"

/// A format of rows and columns as data: which column is what, in which unit. Everything that reads
/// such a text (ColumnarFormat) is made from a Layout.

namespace ioreel {

/// What a column holds.
enum class Role : uint8_t {
  kIgnored,
  kTime,     ///< when the I/O was started
  kEndTime,  ///< when it was complete
  kLatency,  ///< from start to completion
  kOp,
  kOffset,
  kLength,
  kDevice,  ///< several: their texts joined by Layout::device_joint
  kPid,
  kTid,
  kProcess,     ///< its name
  kProcessPid,  ///< "name (pid)"
};

constexpr bool IsTime(Role role) {
  return role == Role::kTime || role == Role::kEndTime || role == Role::kLatency;
}

/// Units: ns of a time, bytes of an offset or length.
inline constexpr int64_t kNs = 1, kFileTimeTick = 100, kUs = 1'000, kMs = 1'000'000,
                         kSecond = 1'000'000'000;
inline constexpr int64_t kByte = 1, kSector = 512;

struct Column {
  Role role = Role::kIgnored;
  int64_t unit = 1;
  /// Its name in a header, any case; several spellings are parted by '|'. "" = none.
  std::string name = "";
  bool needed = true;    ///< a header without it is another format's
  bool is_date = false;  ///< of a time: a date and time, as ParseDateNs reads, and no number
};

/// What a text in the op column says.
struct OpMeaning {
  Op op = Op::kRead;
  IoFlags flags = 0;
  bool ignored = false;  ///< a row that is no I/O; counted
};
/// nullopt: no such op.
using FindOpFn = std::function<std::optional<OpMeaning>(absl::string_view)>;

/// Puts the fields of a row right, in place, those of times where they were; fields it cannot make
/// sense of stay as they are.
using RegroupFn = absl::Span<absl::string_view> (*)(absl::Span<absl::string_view> fields);

/// What the numbers of a time column count from.
enum class TimeOrigin : uint8_t {
  kTraceStart,  ///< 0 = the start of the trace
  kUnix,        ///< 1970-01-01 UTC
  kFileTime,    ///< 1601-01-01 UTC, the unit is kFileTimeTick
  kArbitrary,   ///< whatever: the first I/O is the start of the trace
  kGuess,       ///< as kUnix where the first time is of 1990 to 2100, else as kArbitrary
};

/// The first time is the wall clock's.
constexpr bool IsWallClock(TimeOrigin origin) {
  return origin == TimeOrigin::kUnix || origin == TimeOrigin::kFileTime;
}

enum class Header : uint8_t {
  kNone,
  kOptional,  ///< the first line may be one; its names place the columns
  kRequired,
  kUnread,  ///< the first line may be one, but columns stand as the layout has them
};

struct Layout {
  std::string name;              ///< Format::name
  std::string description = "";  ///< Format::description
  std::string carries = "";      ///< Format::carries
  char separator = ',';          ///< ' ' = any run of blanks and tabs
  bool quotes = false;           ///< fields may stand in double quotes
  Header header = Header::kNone;
  std::string header_line = "";      ///< of kUnread: the line; others are rows or comments
  std::vector<Column> columns = {};  ///< in the order of a text without a header
  bool more_fields = false;          ///< rows may have further fields behind these
  RegroupFn regroup = nullptr;       ///< what the separator has cut too often or too seldom
  FindOpFn find_op = nullptr;
  std::string ignored_rows = "";  ///< what rows with an ignored op are, for the user
  char device_joint = '_';
  TimeOrigin origin = TimeOrigin::kTraceStart;
  int64_t resolution_ns = 1;   ///< of its clock, TraceInfo::clock_resolution_ns
  int64_t stamp_ns = 0;        ///< LineParser::stamp_ns
  std::string remark = "";     ///< doubt about the times of every trace of the format; "" = none
  std::string time_hint = "";  ///< behind the error of a time that is no number
  bool ambiguous = false;      ///< contents do not tell it from others: to be named by the user
};

}  // namespace ioreel
