#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/columnar/column_parser.h"
#include "formats/formats.h"
#include "formats/import/fields.h"
#include "formats/io/line_reader.h"
#include "formats/model/file_time.h"

/// Text that xperf's dumper writes (Microsoft's production and Exchange traces): a header that
/// names the columns of each kind of event, then an event a line. Disk events are stamped when the
/// I/O is complete; their ElapsedTime leads to its start.

namespace ioreel {
namespace {

struct Event {
  absl::string_view name;
  Op op;
};
constexpr Event kEvents[] = {
    {"DiskRead", Op::kRead}, {"DiskWrite", Op::kWrite}, {"DiskFlush", Op::kFlush}};
constexpr size_t kEventCount = 3;

/// Names without the blanks that pad them.
struct EventColumn {
  absl::string_view name;
  Role role;
  int64_t unit = 1;
};
constexpr EventColumn kColumns[] = {
    {"TimeStamp", Role::kEndTime, kUs}, {"ProcessName(PID)", Role::kProcessPid},
    {"ThreadID", Role::kTid},           {"ByteOffset", Role::kOffset},
    {"IOSize", Role::kLength},          {"ElapsedTime", Role::kLatency, kUs},
    {"DiskNum", Role::kDevice},
};

/// The first field is the event's name, which stands for the op.
Layout MakeLayout() {
  Layout layout;
  layout.name = "xperf";
  layout.resolution_ns = kUs;
  layout.find_op = [](absl::string_view name) -> std::optional<OpMeaning> {
    for (const Event& event : kEvents) {
      if (event.name == name) return OpMeaning{.op = event.op};
    }
    return std::nullopt;
  };
  return layout;
}

const Layout& XperfLayout() {
  static const auto* layout = new Layout(MakeLayout());
  return *layout;
}

Binding BindEvent(absl::Span<const absl::string_view> header) {
  Binding binding;
  binding.op_place = 0;
  binding.more_fields = true;
  for (size_t place = 1; place < header.size(); ++place) {
    const std::string bare = absl::StrReplaceAll(header[place], {{" ", ""}});
    for (const EventColumn& column : kColumns) {
      if (column.name != bare) continue;
      binding.columns.push_back({place, column.role, column.unit});
      binding.fields = place + 1;
    }
  }
  return binding;
}

std::optional<size_t> EventOf(absl::string_view line) {
  const absl::string_view name = absl::StripAsciiWhitespace(line.substr(0, line.find(',')));
  for (size_t i = 0; i < kEventCount; ++i) {
    if (kEvents[i].name == name) return i;
  }
  return std::nullopt;
}

/// The number behind `name`, in lower case, in "OS Version: 10.0.17134, Trace Size: 13952KB, Events
/// Lost: 0, Buffers lost: 0, Trace Start: 131777972134992100, …"; 0 where it is not there.
uint64_t SummaryNumber(absl::string_view summary, absl::string_view name) {
  const std::string lower = absl::AsciiStrToLower(summary);
  absl::string_view rest = lower;
  rest.remove_prefix(std::min(rest.find(name), rest.size()));
  if (!absl::ConsumePrefix(&rest, name)) return 0;
  return ParseUnsigned(rest.substr(0, rest.find_first_of(", "))).value_or(0);
}

class XperfParser : public LineParser {
 public:
  explicit XperfParser(std::string origin) { SetFacts(XperfLayout(), origin, &info_); }

  const TraceInfo& info() const override { return info_; }
  std::unique_ptr<LineParser> TimesOnly() const override {
    return std::make_unique<XperfParser>(info_.origin);
  }

  absl::StatusOr<bool> Parse(absl::string_view line, const LineNotes& notes,
                             QueuedIo* io) override {
    const std::optional<size_t> event = EventOf(line);
    if (!event) return OtherLine(absl::StripAsciiWhitespace(line), notes);
    IOREEL_ASSIGN_OR_RETURN(const absl::Span<absl::string_view> fields, splitter_.Split(line));
    std::optional<RowReader>& rows = rows_[*event];
    if (in_header_) {
      rows.emplace(&XperfLayout(), BindEvent(fields), &names_);
      return false;
    }
    if (!rows)
      return absl::InvalidArgumentError(
          absl::StrCat("the header does not name the columns of ", kEvents[*event].name));
    IOREEL_ASSIGN_OR_RETURN(const bool row, rows->Read(fields, notes, io));
    if (row) last_ns_ = std::max(last_ns_, io->complete_ns);
    return row;
  }

  void Finish(const LineNotes&) override {
    if (lost_ > 0) info_.losses.push_back({.from_ns = 0, .to_ns = last_ns_, .events = lost_});
  }

 private:
  absl::StatusOr<bool> OtherLine(absl::string_view line, const LineNotes& notes) {
    if (line == "BeginHeader" || line == "EndHeader")
      in_header_ = line == "BeginHeader";
    else if (absl::StartsWith(line, "OS Version: "))
      ReadSummary(line);
    else if (!in_header_)
      notes.Notice("other_event", "an event that is no completed disk I/O; ignored");
    return false;
  }

  /// Stands behind the header.
  void ReadSummary(absl::string_view line) {
    lost_ =
        SaturatingAdd(SummaryNumber(line, "events lost: "), SummaryNumber(line, "buffers lost: "));
    const auto start = ParseTimeNs(absl::StrCat(SummaryNumber(line, "trace start: ")),
                                   kFileTimeTick, kFileTimeOf1970);
    if (start && IsWallTime(*start)) info_.start_wall_ns = *start;
  }

  TraceInfo info_;
  NameTables names_{&info_};
  FieldSplitter splitter_{',', true};
  std::optional<RowReader> rows_[kEventCount];  ///< by event
  bool in_header_ = false;
  uint64_t lost_ = 0;  ///< events, or buffers of them
  int64_t last_ns_ = 0;
};

class Xperf : public Format {
 public:
  absl::string_view name() const override { return "xperf"; }
  absl::string_view description() const override {
    return "text dump of xperf: disk events, columns named by its header";
  }
  absl::string_view carries() const override {
    return "completion and elapsed time in µs, disk, flushes, process and thread";
  }

  bool Sniff(absl::string_view head, absl::string_view) const override {
    head = WithoutByteOrderMark(head);
    return absl::StartsWith(absl::StripLeadingAsciiWhitespace(head), "BeginHeader");
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    auto parser = std::make_unique<XperfParser>(inputs.front()->name());
    return MakeLineImporter(std::move(inputs), std::move(parser), TimeOrder::kSort, options, log);
  }
};

}  // namespace

const Format* XperfFormat() {
  static const auto* format = new Xperf;
  return format;
}

}  // namespace ioreel
