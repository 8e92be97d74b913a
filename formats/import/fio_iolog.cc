#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/formats.h"
#include "formats/import/fields.h"
#include "formats/import/fio_iolog_writer.h"
#include "formats/import/line_importer.h"
#include "formats/io/line_reader.h"

/// fio's I/O logs, as fio itself reads them.
///
/// v1  `rw, offset, length` (rw 0 read, 1 write). No times, no file names.
/// v2  `fio version 2 iolog`, then `<file> add|open|close` and
///     `<file> read|write|sync|datasync|trim|wait <offset> <length>`.
/// v3  the same after `fio version 3 iolog`, each line with a time in µs in front; no wait.
///
/// A v2 `wait N` is documented as N µs after the wait before; fio executes it as "not before N ms
/// after the start", and so do we unless ReadOptions::wait_unit is "us".

namespace ioreel {
namespace {

constexpr absl::string_view kMagic = "fio version ";
constexpr int64_t kNsPerUs = 1'000, kNsPerMs = 1'000'000;

absl::Status Bad(absl::string_view what) { return absl::InvalidArgumentError(what); }

std::optional<QueuedIo> ParseV1(absl::string_view line) {
  absl::string_view fields[3];
  if (SplitAt(',', line, absl::MakeSpan(fields)) != 3) return std::nullopt;
  const auto offset = ParseUnsigned(fields[1]), length = ParseUnsigned(fields[2]);
  if ((fields[0] != "0" && fields[0] != "1") || !offset || !length) return std::nullopt;
  QueuedIo io;
  io.op = fields[0] == "0" ? Op::kRead : Op::kWrite;
  io.offset = *offset;
  io.length = *length;
  return io;
}

std::optional<Op> FindAction(absl::string_view name) {
  if (name == "read") return Op::kRead;
  if (name == "write") return Op::kWrite;
  if (name == "trim") return Op::kDiscard;
  if (name == "sync" || name == "datasync") return Op::kFlush;
  return std::nullopt;
}

class FioIologParser : public LineParser {
 public:
  FioIologParser(std::string origin, std::string wait_unit) : wait_unit_(std::move(wait_unit)) {
    info_.source = "fio-iolog";
    info_.origin = std::move(origin);
  }

  const TraceInfo& info() const override { return info_; }

  absl::StatusOr<bool> Parse(absl::string_view line, const LineNotes& notes,
                             QueuedIo* io) override {
    if (version_ == 0) {
      const bool header = absl::StartsWith(line, kMagic);
      IOREEL_RETURN_IF_ERROR(Start(line));
      if (header) return false;
    }
    IOREEL_ASSIGN_OR_RETURN(const bool row,
                            version_ == 1 ? V1Line(line, io) : FileLine(line, notes, io));
    if (!row) return false;
    return Usable(notes, io);
  }

 private:
  absl::Status Start(absl::string_view line) {
    if (!absl::ConsumePrefix(&line, kMagic)) {
      version_ = 1;
      info_.devices.emplace_back();
    } else if (absl::StartsWith(line, "2 iolog")) {
      version_ = 2;
      info_.clock_resolution_ns = wait_unit_ == "us" ? kNsPerUs : kNsPerMs;
    } else if (absl::StartsWith(line, "3 iolog")) {
      version_ = 3;
      info_.clock_resolution_ns = kNsPerUs;
    } else {
      return Bad("an iolog version other than 1, 2 and 3");
    }
    info_.notes["iolog_version"] = absl::StrCat(version_);
    return absl::OkStatus();
  }

  absl::StatusOr<bool> V1Line(absl::string_view line, QueuedIo* io) {
    const auto row = ParseV1(line);
    if (!row) return Bad("not `0|1, offset, length`");
    *io = *row;
    io->queue_ns = 0;
    io->flags = kInventedTime;
    return true;
  }

  /// A line of v2, or of v3 with its time in front.
  absl::StatusOr<bool> FileLine(absl::string_view line, const LineNotes& notes, QueuedIo* io) {
    absl::string_view storage[5];
    const size_t count = SplitAtBlanks(line, absl::MakeSpan(storage));
    const size_t time_fields = version_ == 3 ? 1 : 0;
    if (count != time_fields + 2 && count != time_fields + 4)
      return Bad(absl::StrCat(count, " fields where ", time_fields + 2, " or ", time_fields + 4,
                              " belong"));
    const absl::Span<absl::string_view> fields(storage + time_fields, count - time_fields);
    if (version_ == 3) IOREEL_RETURN_IF_ERROR(Stamp(storage[0], io));
    if (fields.size() == 2) return FileAction(fields[0], fields[1]);
    if (version_ == 2 && fields[1] == "wait") return Wait(fields[2], notes);
    return Transfer(fields, notes, io);
  }

  absl::Status Stamp(absl::string_view text, QueuedIo* io) {
    const auto us = ParseSigned(text);
    const auto ns = us && *us >= 0 ? CheckedMul(*us, kNsPerUs) : std::nullopt;
    if (!ns) return Bad("a time that is not a number of µs");
    io->queue_ns = *ns;
    return absl::OkStatus();
  }

  absl::StatusOr<bool> FileAction(absl::string_view file, absl::string_view action) {
    if (action != "add" && action != "open" && action != "close")
      return Bad("an unknown file action (known: add, open, close)");
    IOREEL_RETURN_IF_ERROR(Device(file).status());
    return false;
  }

  absl::StatusOr<bool> Wait(absl::string_view text, const LineNotes& notes) {
    const auto value = ParseSigned(text);
    const bool relative = wait_unit_ == "us";
    const auto ns =
        value && *value >= 0 ? CheckedMul(*value, relative ? kNsPerUs : kNsPerMs) : std::nullopt;
    const auto until = ns ? CheckedAdd(*ns, relative ? now_ns_ : 0) : std::nullopt;
    if (!until) return Bad("a wait that is not a number");
    if (!waited_)
      notes.Notice("wait_unit", relative ? "wait is read as µs after the wait before"
                                         : "wait is read as fio executes it, ms after the start "
                                           "(--wait-unit us reads it as fio documents it)");
    waited_ = true;
    own_time_ = *until >= now_ns_;
    if (!own_time_) notes.Notice("wait_in_the_past", "a wait for a time already reached");
    now_ns_ = std::max(now_ns_, *until);
    return false;
  }

  absl::StatusOr<bool> Transfer(absl::Span<absl::string_view> fields, const LineNotes& notes,
                                QueuedIo* io) {
    const auto op = FindAction(fields[1]);
    if (!op) return Bad(absl::StrCat("an unknown action ", Quoted(fields[1])));
    const auto offset = ParseUnsigned(fields[2]), length = ParseUnsigned(fields[3]);
    if (!offset || !length) return Bad("an offset or length that is not a number");
    const size_t known = devices_.size();
    IOREEL_ASSIGN_OR_RETURN(io->device, Device(fields[0]));
    if (devices_.size() > known)
      notes.Notice("not_opened", "a file that no line adds; taken as added and opened");
    io->op = *op;
    if (HasRange(*op)) {
      io->offset = *offset;
      io->length = *length;
    }
    if (version_ == 2) {
      io->queue_ns = now_ns_;
      if (!std::exchange(own_time_, false)) io->flags = kInventedTime;
    }
    return true;
  }

  /// False for an I/O of nothing, which is counted.
  absl::StatusOr<bool> Usable(const LineNotes& notes, QueuedIo* io) {
    if (HasRange(io->op) && !CheckedAdd(io->offset, io->length))
      return Bad("a range that ends above 2^64");
    if (HasRange(io->op) && io->length == 0) {
      notes.Notice("zero_length", "a read, write or trim of 0 bytes; ignored, it moves no data");
      return false;
    }
    if (io->flags & kInventedTime)
      notes.Notice("no_time", "an I/O without a time of its own stands at the time before it");
    return true;
  }

  absl::StatusOr<uint16_t> Device(absl::string_view name) {
    const auto known = devices_.find(name);
    if (known != devices_.end()) return known->second;
    if (devices_.size() >= 0xffff) return Bad("more than 65535 files");
    const auto index = static_cast<uint16_t>(info_.devices.size());
    info_.devices.emplace_back().name = std::string(name);
    devices_[std::string(name)] = index;
    return index;
  }

  TraceInfo info_;
  int version_ = 0;  ///< 0 = no line seen yet
  absl::flat_hash_map<std::string, uint16_t> devices_;
  std::string wait_unit_;
  int64_t now_ns_ = 0;     ///< v2: until when was waited
  bool waited_ = false;    ///< v2
  bool own_time_ = false;  ///< v2: the next I/O is the first after a wait
};

class FioIolog : public Format {
 public:
  absl::string_view name() const override { return "fio-iolog"; }
  absl::string_view description() const override { return "fio I/O log, versions 1 to 3"; }
  absl::string_view carries() const override {
    return "version 3: start in µs, devices by name; no latency, no tasks, no FUA; versions 1 and "
           "2: times only by waits";
  }

  bool Sniff(absl::string_view head, absl::string_view) const override {
    head = absl::StripLeadingAsciiWhitespace(WithoutByteOrderMark(head));
    if (absl::StartsWith(head, kMagic)) return true;
    const size_t end = head.find('\n');
    absl::string_view line = head.substr(0, end);
    absl::ConsumeSuffix(&line, "\r");
    return ParseV1(line).has_value();
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    auto parser = std::make_unique<FioIologParser>(inputs.front()->name(), options.wait_unit);
    return MakeLineImporter(std::move(inputs), std::move(parser), TimeOrder::kReject, options, log);
  }

  std::vector<absl::string_view> extensions() const override { return {".iolog"}; }
  bool CanWrite() const override { return true; }
  bool OneLevel() const override { return true; }
  absl::StatusOr<std::unique_ptr<TraceWriter>> OpenWriter(
      const std::string& path, const WriteOptions& options) const override {
    return OpenFioIologWriter(path, options);
  }
};

}  // namespace

const Format* FioIologFormat() {
  static const FioIolog format;
  return &format;
}

}  // namespace ioreel
