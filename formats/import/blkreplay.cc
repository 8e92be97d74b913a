#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "base/checked_math.h"
#include "formats/formats.h"
#include "formats/import/fields.h"
#include "formats/import/line_importer.h"
#include "formats/model/sector.h"

/// blkreplay's `.load` files: free text, the row `start ; sector; length ; op ;  replay_delay=0 ;
/// replay_duration=0`, then one I/O a line in these columns: seconds, 512-byte sectors twice, R or
/// W with blkparse's letters behind (RA = readahead), and, of a replay, seconds of delay and of
/// service (0.0 = not known).

namespace ioreel {
namespace {

absl::Status Bad(absl::string_view what) { return absl::InvalidArgumentError(what); }

bool IsHeaderRow(absl::string_view line) {
  const std::string bare = absl::StrReplaceAll(line, {{" ", ""}, {"\t", ""}});
  return absl::StartsWith(bare, "start;sector;length;op");
}

class BlkreplayParser : public LineParser {
 public:
  explicit BlkreplayParser(std::string origin) {
    info_.source = "blkreplay";
    info_.origin = std::move(origin);
    info_.devices.emplace_back();
  }

  const TraceInfo& info() const override { return info_; }

  absl::StatusOr<bool> Parse(absl::string_view line, const LineNotes& notes,
                             QueuedIo* io) override {
    if (!past_header_) {
      past_header_ = IsHeaderRow(line);
      return false;
    }
    const absl::string_view text = absl::StripLeadingAsciiWhitespace(line);
    if (!absl::ascii_isdigit(static_cast<unsigned char>(text[0]))) {
      notes.Notice("text_line", "a line that does not start with a number, no I/O; ignored");
      return false;
    }
    absl::string_view fields[6];
    const size_t count = SplitAt(';', line, absl::MakeSpan(fields));
    if (count < 4 || count > 6) return Bad(absl::StrCat(count, " fields where 4 to 6 belong"));
    if (const absl::Status status = Range(fields, io); !status.ok()) return status;
    if (const absl::Status status = Times(fields, count, io); !status.ok()) return status;
    if (io->length > 0) return true;
    notes.Notice("zero_length", "a read or write of 0 bytes; ignored, it moves no data");
    return false;
  }

 private:
  static absl::Status Range(const absl::string_view* fields, QueuedIo* io) {
    const auto sector = ParseUnsigned(fields[1]), sectors = ParseUnsigned(fields[2]);
    if (!sector || !sectors) return Bad("a sector or length that is not a number");
    const auto offset = CheckedMul(*sector, kSectorBytes);
    const auto length = CheckedMul(*sectors, kSectorBytes);
    if (!offset || !length || !CheckedAdd(*offset, *length))
      return Bad("a range that ends above 2^64");
    io->offset = *offset;
    io->length = *length;
    return Operation(fields[3], io);
  }

  static absl::Status Operation(absl::string_view letters, QueuedIo* io) {
    if (absl::StartsWith(letters, "R"))
      io->op = Op::kRead;
    else if (absl::StartsWith(letters, "W"))
      io->op = Op::kWrite;
    else
      return Bad("an op other than R and W");
    for (char letter : letters.substr(1)) {
      const size_t flag = absl::string_view("SMAF").find(letter);
      if (flag == absl::string_view::npos) return Bad("an unknown letter behind R or W");
      constexpr IoFlags kFlags[] = {kSync, kMeta, kReadahead, kFua};
      io->flags = static_cast<IoFlags>(io->flags | kFlags[flag]);
    }
    return absl::OkStatus();
  }

  static absl::Status Times(const absl::string_view* fields, size_t count, QueuedIo* io) {
    const auto start = ParseSecondsNs(fields[0]);
    const auto delay = count > 4 ? ParseSecondsNs(fields[4]) : 0;
    const auto service = count > 5 ? ParseSecondsNs(fields[5]) : 0;
    if (!start || !delay || !service) return Bad("a time that is not a number of seconds");
    io->queue_ns = *start;
    if (*service == 0) return absl::OkStatus();
    const auto issue = CheckedAdd(*start, *delay);
    const auto complete = issue ? CheckedAdd(*issue, *service) : std::nullopt;
    if (!complete) return Bad("a time above 2^63 ns");
    io->complete_ns = *complete;
    return absl::OkStatus();
  }

  TraceInfo info_;
  bool past_header_ = false;
};

class Blkreplay : public Format {
 public:
  absl::string_view name() const override { return "blkreplay"; }
  absl::string_view description() const override { return "blkreplay load file (.load)"; }
  absl::string_view carries() const override {
    return "start, latency where a replay measured it; reads and writes; no devices, no tasks";
  }

  bool Sniff(absl::string_view head, absl::string_view) const override {
    for (absl::string_view line : absl::StrSplit(WithoutByteOrderMark(head), '\n')) {
      if (IsHeaderRow(line)) return true;
    }
    return false;
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    auto parser = std::make_unique<BlkreplayParser>(inputs.front()->name());
    return MakeLineImporter(std::move(inputs), std::move(parser), TimeOrder::kReject, options, log);
  }
};

}  // namespace

const Format* BlkreplayFormat() {
  static const Blkreplay format;
  return &format;
}

}  // namespace ioreel
