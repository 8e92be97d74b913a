#include "formats/kernel_text/blkparse_writer.h"

#include <optional>
#include <utility>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/check.h"
#include "base/console.h"
#include "base/status_macros.h"
#include "formats/blktrace/categories.h"
#include "formats/blktrace/writer.h"
#include "formats/io/text_output.h"
#include "formats/model/sector.h"

namespace ioreel {
namespace {

constexpr uint64_t kNsPerSecond = 1'000'000'000;

enum ActionCode { kQueue = 1, kMerge = 2, kRequeue = 6, kIssue = 7, kComplete = 8 };

char LetterOf(uint32_t code) {
  switch (code) {
    case kQueue:
      return 'Q';
    case kMerge:
      return 'M';
    case kRequeue:
      return 'R';
    case kIssue:
      return 'D';
    default:
      CHECK(code == kComplete);
      return 'C';
  }
}

/// As ParseRwbs reads it.
std::string RwbsOf(const BlktraceRecord& record) {
  const auto has = [&record](BlktraceCategory category) { return (record.action & category) != 0; };
  std::string letters = has(kCategoryFlush) ? "F" : "";
  letters += has(kCategoryDiscard) ? 'D' : has(kCategoryWrite) ? 'W' : record.bytes ? 'R' : 'N';
  if (has(kCategoryFua)) letters += 'F';
  if (has(kCategoryAhead)) letters += 'A';
  if (has(kCategorySync)) letters += 'S';
  if (has(kCategoryMeta)) letters += 'M';
  return letters;
}

class BlkparseText : public BlktraceSink {
 public:
  BlkparseText(TextOutput output, ImportLog* log) : output_(std::move(output)), log_(log) {}

  absl::Status Add(const BlktraceRecord& record, absl::string_view payload) override {
    if (!first_ns_) first_ns_ = record.time_ns;
    if (record.is_note())
      TakeNote(record, payload);
    else
      AppendLine(record);
    return output_.Relieve();
  }
  absl::Status Finish() override { return output_.Finish(); }

 private:
  void TakeNote(const BlktraceRecord& record, absl::string_view payload) {
    const auto note = DecodeBlktraceNote(record, payload);
    if (note && note->kind == BlktraceNote::Kind::kProcess)
      names_[record.tid] = Printable(note->text);
  }

  void AppendLine(const BlktraceRecord& record) {
    const uint64_t since = record.time_ns - *first_ns_;
    absl::StrAppendFormat(&output_.buffer(), "%3d,%-3d %2d %8d %5d.%09d %5d  %c %3s ",
                          record.major(), record.minor(), record.cpu, record.sequence,
                          since / kNsPerSecond, since % kNsPerSecond, record.tid,
                          LetterOf(record.code()), RwbsOf(record));
    const bool end = record.code() == kComplete || record.code() == kRequeue;
    AppendPlace(record, end);
    const std::string last = end ? absl::StrCat(record.error) : NameOf(record.tid);
    absl::StrAppend(&output_.buffer(), "[", last, "]\n");
  }

  /// A driver's command has no sector; where it begins its bytes stand instead.
  void AppendPlace(const BlktraceRecord& record, bool end) {
    std::string& out = output_.buffer();
    if (record.action & kCategoryPassthrough && record.code() != kMerge) {
      if (!end) absl::StrAppend(&out, record.bytes, " ");
      return;
    }
    if (record.bytes % kSectorBytes != 0)
      Leave("length", "lengths rounded down to whole sectors, in which blkparse counts");
    const uint64_t sectors = record.bytes / kSectorBytes;
    if (sectors > 0)
      absl::StrAppend(&out, record.sector, " + ", sectors, " ");
    else if (end)
      absl::StrAppend(&out, record.sector, " ");
    else if (record.sector > 0)
      Leave("place", "written without its sector: an I/O of no bytes");
  }

  void Leave(absl::string_view name, absl::string_view explanation) {
    if (log_ != nullptr)
      log_->Add(absl::StrCat("not_in_blkparse_", name), ImportLog::Severity::kNotice, "",
                explanation);
  }

  std::string NameOf(uint32_t tid) const {
    const auto found = names_.find(tid);
    return found == names_.end() ? "(null)" : found->second;
  }

  TextOutput output_;
  ImportLog* const log_;
  std::optional<uint64_t> first_ns_;
  absl::flat_hash_map<uint32_t, std::string> names_;  ///< by thread, as told last
};

absl::StatusOr<std::unique_ptr<BlktraceSink>> OpenBlkparseText(const std::string& path,
                                                               ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(TextOutput output, TextOutput::Create(path));
  return std::make_unique<BlkparseText>(std::move(output), log);
}

}  // namespace

std::unique_ptr<TraceWriter> MakeBlkparseWriter(const std::string& path,
                                                const WriteOptions& options) {
  const auto open = [path, log = options.log](uint16_t) { return OpenBlkparseText(path, log); };
  return MakeRecordingWriter({.path = path, .kind = "blkparse's text", .open = open}, options);
}

}  // namespace ioreel
