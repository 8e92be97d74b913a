#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/blktrace/task_names.h"
#include "formats/columnar/layout.h"
#include "formats/columnar/name_tables.h"
#include "formats/formats.h"
#include "formats/import/fields.h"
#include "formats/import/line_importer.h"
#include "formats/kernel_text/rwbs.h"

/// biosnoop of bcc and of libbpf-tools. Its heading says which columns there are; the name of the
/// thread, which may hold blanks, is what the other columns leave.

namespace ioreel {
namespace {

absl::Status Bad(absl::string_view what) { return absl::InvalidArgumentError(what); }

/// Titles that a heading must have, and those that it may have besides.
constexpr absl::string_view kNeeded[] = {"TIME(s)", "COMM",  "PID", "DISK",
                                         "SECTOR",  "BYTES", "T",   "LAT(ms)"};
constexpr absl::string_view kQueued = "QUE(ms)", kPattern = "P";

/// Fifty years: no time is longer, so that sums of them fit.
constexpr int64_t kLongest = int64_t{50} * 365 * 24 * 3'600 * kSecond;

class Heading {
 public:
  /// nullopt for a line that is none.
  static std::optional<Heading> Parse(absl::string_view line) {
    Heading heading;
    for (absl::string_view title : absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty()))
      heading.titles_.emplace_back(title == "FLAG" ? "T" : title);
    for (absl::string_view title : kNeeded) {
      if (!heading.Has(title)) return std::nullopt;
    }
    if (heading.titles_[0] != "TIME(s)" || heading.titles_[1] != "COMM") return std::nullopt;
    return heading;
  }

  bool Has(absl::string_view title) const {
    return std::find(titles_.begin(), titles_.end(), title) != titles_.end();
  }
  size_t columns() const { return titles_.size(); }
  /// How many columns stand behind the one of this title. REQUIRES: Has(title).
  size_t Behind(absl::string_view title) const {
    return static_cast<size_t>(titles_.end() - std::find(titles_.begin(), titles_.end(), title)) -
           1;
  }

 private:
  std::vector<std::string> titles_;
};

class BiosnoopParser : public LineParser {
 public:
  explicit BiosnoopParser(std::string origin) {
    info_.source = "biosnoop";
    info_.origin = std::move(origin);
    info_.clock_resolution_ns = kUs;
  }

  const TraceInfo& info() const override { return info_; }
  int64_t Start(int64_t first_ns) override { return std::min<int64_t>(first_ns, 0); }
  std::unique_ptr<LineParser> TimesOnly() const override {
    return std::make_unique<BiosnoopParser>(info_.origin);
  }

  absl::StatusOr<bool> Parse(absl::string_view line, const LineNotes& notes,
                             QueuedIo* io) override {
    if (auto heading = Heading::Parse(line)) {
      if (heading_) notes.Notice("several_runs", "a further run, which counts time from its start");
      heading_ = std::move(heading);
      return false;
    }
    words_ = absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
    const auto time_ns = ParseSecondsNs(words_[0]);
    if (!heading_ || !time_ns || *time_ns < 0 || *time_ns > kLongest ||
        !absl::StrContains(words_[0], '.') || line[0] == ' ') {
      notes.Notice("other_text", "lines that are no I/Os (headings, prose); left out");
      return false;
    }
    PartPattern();
    if (words_.size() + 1 < heading_->columns())
      return Bad(absl::StrCat(words_.size(), " words under a heading of ", heading_->columns()));
    IOREEL_RETURN_IF_ERROR(SetRange(io));
    IOREEL_RETURN_IF_ERROR(SetTimes(*time_ns, io));
    IOREEL_RETURN_IF_ERROR(SetNames(line, io));
    if (io->length > 0 || !HasPayload(io->op)) return true;
    notes.Notice("zero_length", "an I/O of 0 bytes; ignored, it moves no data");
    return false;
  }

 private:
  absl::string_view Word(absl::string_view title) const {
    return words_[words_.size() - 1 - heading_->Behind(title)];
  }

  /// Parts "1048576S", 7 digits into which the pattern behind them has run.
  void PartPattern() {
    if (!heading_->Has(kPattern)) return;
    const size_t behind = heading_->Behind(kPattern);
    if (behind >= words_.size()) return;
    const auto word = words_.end() - 1 - static_cast<ptrdiff_t>(behind);
    if (word->size() < 2 || !ParseUnsigned(word->substr(0, word->size() - 1))) return;
    if (absl::ascii_isdigit(static_cast<unsigned char>(word->back()))) return;
    const absl::string_view pattern = word->substr(word->size() - 1);
    word->remove_suffix(1);
    words_.insert(word + 1, pattern);
  }

  absl::Status SetRange(QueuedIo* io) {
    const auto bytes = ParseUnsigned(Word("BYTES"));
    auto sector = ParseSigned(Word("SECTOR"));
    if (!sector && ParseUnsigned(Word("SECTOR")) == ~uint64_t{0}) sector = -1;
    if (!bytes || !sector) return Bad("a sector or size that is no number");
    const std::optional<Rwbs> rwbs = ParseRwbs(Word("T"), *bytes);
    if (!rwbs) return Bad(absl::StrCat("an operation ", Quoted(Word("T")), " that is unknown"));
    io->op = rwbs->op;
    io->flags = static_cast<IoFlags>(rwbs->flags & (rwbs->op == Op::kFlush ? ~kPreflush : ~0));
    if (!HasRange(io->op) || (*sector == -1 && *bytes == 0)) return absl::OkStatus();
    const auto offset = CheckedMul(*sector, kSector);
    if (*sector < 0 || !offset || *bytes > (1ull << 62))
      return Bad("a sector that no device can have");
    io->offset = static_cast<uint64_t>(*offset);
    io->length = *bytes;
    return absl::OkStatus();
  }

  /// The time is that of the completion, the latency counts from the issue.
  absl::Status SetTimes(int64_t complete_ns, QueuedIo* io) const {
    const auto latency_ns = ParseTimeNs(Word("LAT(ms)"), kMs);
    const auto waited_ns =
        heading_->Has(kQueued) ? ParseTimeNs(Word(kQueued), kMs) : std::optional(int64_t{});
    for (const auto& span : {latency_ns, waited_ns}) {
      if (!span || *span < 0) return Bad("a latency that is no number");
      if (*span > kLongest) return Bad("a latency of decades");
    }
    io->complete_ns = complete_ns;
    io->issue_ns = complete_ns - *latency_ns;
    io->queue_ns = io->issue_ns - *waited_ns;
    return absl::OkStatus();
  }

  absl::Status SetNames(absl::string_view line, QueuedIo* io) {
    const auto tid = ParseSigned(Word("PID"));
    if (!tid || *tid != static_cast<int32_t>(*tid)) return Bad("a PID that is no number");
    IOREEL_ASSIGN_OR_RETURN(io->device, names_.Device(Word("DISK")));
    const auto begin = static_cast<size_t>(words_[0].data() - line.data()) + words_[0].size();
    const auto end = static_cast<size_t>(Word("PID").data() - line.data());
    const absl::string_view comm = absl::StripAsciiWhitespace(line.substr(begin, end - begin));
    io->task = names_.Task(-1, static_cast<int32_t>(*tid), comm == "?" ? "" : comm);
    return absl::OkStatus();
  }

  TraceInfo info_;
  NameTables names_{&info_, TaskClassOfName};
  std::optional<Heading> heading_;
  std::vector<absl::string_view> words_;  ///< of the line at hand
};

class Biosnoop : public Format {
 public:
  absl::string_view name() const override { return "biosnoop"; }
  absl::string_view description() const override {
    return "what biosnoop of bcc or libbpf-tools prints";
  }
  absl::string_view carries() const override {
    return "completion in us, latency in 10 us (bcc) or 1 us (libbpf), with -Q the time queued; "
           "tasks";
  }
  bool Sniff(absl::string_view head, absl::string_view) const override {
    for (absl::string_view line : absl::StrSplit(head, '\n')) {
      if (Heading::Parse(absl::StripAsciiWhitespace(line))) return true;
    }
    return false;
  }
  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    auto parser = std::make_unique<BiosnoopParser>(inputs.front()->name());
    return MakeLineImporter(std::move(inputs), std::move(parser), TimeOrder::kSort, options, log);
  }
};

}  // namespace

const Format* BiosnoopFormat() {
  static const auto* format = new Biosnoop;
  return format;
}

}  // namespace ioreel
