#include <algorithm>

#include "absl/strings/match.h"
#include "formats/blktrace/files.h"
#include "formats/blktrace/reader.h"
#include "formats/blktrace/record.h"
#include "formats/blktrace/stream_writer.h"
#include "formats/blktrace/writer.h"
#include "formats/formats.h"
#include "formats/kernel_text/lost_line.h"

namespace ioreel {
namespace {

constexpr size_t kContextBytes = 16;  ///< before a record in the ftrace pipe
constexpr uint8_t kMostVersions = 16;

bool HasMagicAt(absl::string_view head, size_t at) {
  if (head.size() < at + 4) return false;
  const auto magic = FindBlktraceMagic(head.data() + at);
  return magic && magic->version < kMostVersions;
}

/// What stands behind the lines about lost events with which a pipe may begin.
absl::string_view WithoutLostLines(absl::string_view head) {
  while (absl::StartsWith(head, "CPU:")) {
    const absl::string_view line = head.substr(0, head.find('\n'));
    if (!ParseLostLine(line)) break;
    head.remove_prefix(std::min(head.size(), line.size() + 1));
  }
  return head;
}

class Blktrace : public Format {
 public:
  absl::string_view name() const override { return "blktrace"; }
  absl::string_view description() const override {
    return "blktrace files of one recording (base name, folder or any of them), dumps of "
           "blkparse -d, binary pipes of the ftrace blk tracer";
  }
  absl::string_view carries() const override {
    return "both levels in ns, merges and splits, completion, CPU, tasks; lengths below 4 GiB";
  }
  bool Sniff(absl::string_view head, absl::string_view input_name) const override {
    head = WithoutLostLines(head);
    return HasMagicAt(head, 0) || HasMagicAt(head, kContextBytes) ||
           BlktraceFileCpu(input_name) >= 0;
  }
  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    return BlktraceReader::Open(std::move(inputs), options, log);
  }

  std::vector<absl::string_view> extensions() const override { return {".blktrace.0"}; }
  std::vector<std::string> FilesOf(const std::string& path) const override {
    if (!IsFirstBlktraceFile(path)) return {path};
    return FindBlktraceFiles(path).value_or(std::vector<std::string>{path});
  }
  bool CanWrite() const override { return true; }
  absl::StatusOr<std::unique_ptr<TraceWriter>> OpenWriter(
      const std::string& path, const WriteOptions& options) const override {
    return OpenBlktraceWriter(path, options);
  }
};

}  // namespace

const Format* BlktraceFormat() {
  static const auto* format = new Blktrace;
  return format;
}

}  // namespace ioreel
