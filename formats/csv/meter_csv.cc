#include "formats/csv/meter_csv.h"

#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/checked_math.h"
#include "base/status_macros.h"
#include "formats/import/fields.h"
#include "formats/io/text_output.h"
#include "formats/level_writer.h"

namespace ioreel {
namespace {

constexpr char kHeader[] = "t_ns,op,offset_bytes,len_bytes";
constexpr std::pair<char, Op> kLetters[] = {{'R', Op::kRead},
                                            {'W', Op::kWrite},
                                            {'D', Op::kDiscard},
                                            {'F', Op::kFlush},
                                            {'Z', Op::kWriteZeroes}};

absl::Status Bad(absl::string_view what) { return absl::InvalidArgumentError(what); }

std::optional<Op> OpOfLetter(absl::string_view text) {
  for (const auto& [letter, op] : kLetters) {
    if (text.size() == 1 && absl::ascii_toupper(static_cast<unsigned char>(text[0])) == letter)
      return op;
  }
  return std::nullopt;
}

std::optional<char> LetterOf(Op wanted) {
  for (const auto& [letter, op] : kLetters) {
    if (op == wanted) return letter;
  }
  return std::nullopt;
}

class MeterParser : public LineParser {
 public:
  explicit MeterParser(std::string origin) {
    info_.source = "csv";
    info_.origin = std::move(origin);
  }

  const TraceInfo& info() const override { return info_; }

  absl::StatusOr<bool> Parse(absl::string_view line, const LineNotes& notes,
                             QueuedIo* io) override {
    if (absl::StartsWith(line, "#")) notes.Notice("comment", kCommentText);
    if (absl::StartsWith(line, "#") || absl::StartsWith(line, "t_ns")) return false;
    absl::string_view fields[5];
    const size_t count = SplitAt(',', line, absl::MakeSpan(fields));
    if (count != 4 && count != 5) return Bad(absl::StrCat(count, " fields where 4 or 5 belong"));
    const auto time = ParseSigned(fields[0]);
    if (!time || *time == kNoTime) return Bad("a time that is not a number of ns");
    const auto op = OpOfLetter(fields[1]);
    if (!op) return Bad("an op other than R, W, D, F and Z");
    io->queue_ns = *time;
    io->op = *op;
    IOREEL_RETURN_IF_ERROR(Device(count == 5 ? fields[4] : "", io));
    if (!HasRange(*op)) return true;
    IOREEL_RETURN_IF_ERROR(Range(fields[2], fields[3], io));
    if (io->length > 0) return true;
    notes.Notice("zero_length", "an I/O of 0 bytes; ignored, it moves no data");
    return false;
  }

 private:
  static absl::Status Range(absl::string_view offset_text, absl::string_view length_text,
                            QueuedIo* io) {
    const auto offset = ParseUnsigned(offset_text), length = ParseUnsigned(length_text);
    if (!offset || !length) return Bad("an offset or length that is not a number");
    if (!CheckedAdd(*offset, *length)) return Bad("a range that ends above 2^64");
    io->offset = *offset;
    io->length = *length;
    return absl::OkStatus();
  }

  absl::Status Device(absl::string_view text, QueuedIo* io) {
    const auto index = text.empty() ? 0 : ParseUnsigned(text);
    if (!index || *index >= 0xffff) return Bad("a device that is not a small number");
    for (size_t i = info_.devices.size(); i <= *index; ++i)
      info_.devices.emplace_back().name = absl::StrCat("device", i);
    io->device = static_cast<uint16_t>(*index);
    return absl::OkStatus();
  }

  TraceInfo info_;
};

class MeterWriter : public LevelWriter {
 public:
  MeterWriter(TextOutput output, const WriteOptions& options)
      : LevelWriter("a meter's CSV", StartOnly(0), options), output_(std::move(output)) {}

 protected:
  absl::StatusOr<bool> WriteIo(const TraceInfo& info, const Io& io) override {
    Start(info);
    const std::optional<char> letter = LetterOf(io.op);
    if (!letter) {
      Leave("not_in_csv_op", "left out: an op that a meter's CSV has no letter for");
      return false;
    }
    std::string& out = output_.buffer();
    absl::StrAppend(&out, io.start_ns, ",", absl::string_view(&*letter, 1), ",", io.offset, ",",
                    io.length);
    if (several_devices_ || io.device > 0) absl::StrAppend(&out, ",", io.device);
    out.push_back('\n');
    IOREEL_RETURN_IF_ERROR(output_.Relieve());
    return true;
  }

  absl::Status End(const TraceInfo& info) override {
    Start(info);
    return output_.Finish();
  }

 private:
  /// The device column has a name when there are several devices from the start.
  void Start(const TraceInfo& info) {
    if (started_) return;
    started_ = true;
    several_devices_ = info.devices.size() > 1;
    absl::StrAppend(&output_.buffer(), kHeader, several_devices_ ? ",dev_index\n" : "\n");
  }

  TextOutput output_;
  bool started_ = false, several_devices_ = false;
};

}  // namespace

std::unique_ptr<LineParser> MakeMeterParser(std::string origin) {
  return std::make_unique<MeterParser>(std::move(origin));
}

absl::StatusOr<std::unique_ptr<TraceWriter>> OpenMeterWriter(const std::string& path,
                                                             const WriteOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(TextOutput output, TextOutput::Create(path));
  return std::make_unique<MeterWriter>(std::move(output), options);
}

}  // namespace ioreel
