#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "formats/formats.h"
#include "formats/import/faults.h"
#include "formats/io/line_reader.h"
#include "formats/kernel_text/blkparse_writer.h"
#include "formats/kernel_text/reader.h"

namespace ioreel {
namespace {

/// Is any whole line of a text's first bytes an event?
bool HasEvent(absl::string_view head, ParseKernelLineFn parse) {
  head = WithoutByteOrderMark(head);
  for (absl::string_view text : absl::StrSplit(head, '\n')) {
    KernelLine line;
    if (parse(absl::StripAsciiWhitespace(text), &line).ok() &&
        line.kind != KernelLine::Kind::kOther && line.kind != KernelLine::Kind::kLost)
      return true;
  }
  return false;
}

class KernelText : public Format {
 public:
  struct Facts {
    absl::string_view name, description, carries;
    ParseKernelLineFn parse;
    std::vector<absl::string_view> extensions = {};
    std::unique_ptr<TraceWriter> (*write)(const std::string&, const WriteOptions&) = nullptr;
  };
  explicit KernelText(Facts facts) : facts_(facts) {}

  absl::string_view name() const override { return facts_.name; }
  absl::string_view description() const override { return facts_.description; }
  absl::string_view carries() const override { return facts_.carries; }
  bool Sniff(absl::string_view head, absl::string_view) const override {
    return HasEvent(head, facts_.parse);
  }
  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<Input> input, OnlyInput(std::move(inputs)));
    return KernelTextReader::Open(std::move(input), facts_.parse, facts_.name, options, log);
  }
  std::vector<absl::string_view> extensions() const override { return facts_.extensions; }
  bool CanWrite() const override { return facts_.write != nullptr; }
  absl::StatusOr<std::unique_ptr<TraceWriter>> OpenWriter(
      const std::string& path, const WriteOptions& options) const override {
    return CanWrite() ? facts_.write(path, options) : Format::OpenWriter(path, options);
  }

 private:
  const Facts facts_;
};

}  // namespace

const Format* BlkparseFormat() {
  static const auto* format = new KernelText(
      {"blkparse",
       "what blkparse prints by default",
       "both levels in ns as far as they were traced, completion, CPU, tasks; no wall clock",
       ParseBlkparseLine,
       {".blkparse", ".blkparse.txt"},
       MakeBlkparseWriter});
  return format;
}

const Format* BlockEventsFormat() {
  static const auto* format = new KernelText(
      {"block-events",
       "events block:* as text of perf script, trace-cmd report or ftrace's trace file",
       "both levels in us or ns as far as they were traced, completion, CPU, tasks; write-zeroes "
       "and zone operations; no wall clock",
       ParseTracepointLine});
  return format;
}

}  // namespace ioreel
