#include "formats/columnar/columnar_format.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "formats/columnar/column_parser.h"
#include "formats/import/line_importer.h"
#include "formats/line_reader.h"

namespace ioreel {
namespace {

constexpr size_t kWholeHead = 4096;  // bytes of a head that may be cut inside its last line
constexpr int kLooksAt = 8;          // rows

/// Between 1990 and 2100: what a number has to be to look like a time of day.
bool IsWallTime(int64_t unix_ns) {
  return unix_ns > 631'152'000 * kSecond && unix_ns < 4'102'444'800 * kSecond;
}

bool IsPlausible(const Layout& layout, const QueuedIo& io) {
  const bool wall = layout.origin == TimeOrigin::kUnix || layout.origin == TimeOrigin::kFileTime;
  return !wall || IsWallTime(io.queue_ns);
}

std::string WholeLines(absl::string_view head) {
  const size_t end = head.size() < kWholeHead ? head.size() : head.rfind('\n');
  return std::string(head.substr(0, end));
}

}  // namespace

bool ColumnarFormat::Fits(absl::string_view head) const {
  auto lines = LineReader::Open(*MakeMemoryInput("", WholeLines(head)));
  if (!lines.ok()) return false;
  ImportLog unread;
  ColumnParser parser(&layout_, "");
  absl::string_view line;
  int rows = 0;
  for (absl::StatusOr<bool> more = lines->Next(&line); more.ok() && *more && rows < kLooksAt;
       more = lines->Next(&line)) {
    if (absl::StripAsciiWhitespace(line).empty()) continue;
    QueuedIo io;
    const bool first = !parser.bound();
    const absl::StatusOr<bool> row = parser.Parse(line, LineNotes(*lines, &unread), &io);
    if (!row.ok()) return false;
    if (first && parser.has_header()) return true;
    if (*row && !IsPlausible(layout_, io)) return false;
    ++rows;
  }
  return rows > 0;
}

bool ColumnarFormat::Sniff(absl::string_view head, absl::string_view) const {
  return !layout_.ambiguous && Fits(head);
}

bool ColumnarFormat::CouldBe(absl::string_view head) const {
  return layout_.ambiguous && Fits(head);
}

absl::StatusOr<std::unique_ptr<TraceReader>> ColumnarFormat::OpenReader(
    std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options, ImportLog* log) const {
  auto parser = std::make_unique<ColumnParser>(&layout_, inputs.front()->name());
  return MakeLineImporter(std::move(inputs), std::move(parser), TimeOrder::kSort, options, log);
}

}  // namespace ioreel
