#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "base/status_macros.h"
#include "formats/csv/csv_reader.h"
#include "formats/csv/csv_writer.h"
#include "formats/csv/meter_csv.h"
#include "formats/formats.h"
#include "formats/import/faults.h"
#include "formats/io/line_reader.h"

namespace ioreel {
namespace {

/// The first line that is neither blank nor a comment.
absl::string_view FirstLine(absl::string_view head) {
  head = WithoutByteOrderMark(head);
  for (absl::string_view line : absl::StrSplit(head, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (!line.empty() && line[0] != '#') return line;
  }
  return "";
}

bool IsMeterHeader(absl::string_view line) { return absl::StartsWith(line, "t_ns,op,"); }

bool IsHeader(absl::string_view line) {
  return (absl::StrContains(line, "queue_ns") || absl::StrContains(line, "issue_ns")) &&
         absl::StrContains(line, "op");
}

class Csv : public Format {
 public:
  absl::string_view name() const override { return "csv"; }
  absl::string_view description() const override {
    return "ioreel's CSV of both tables, or a fidelity meter's CSV of one";
  }
  absl::string_view carries() const override {
    return "both levels, all times, devices and tasks by name; no CPUs, priorities, losses, "
           "time of day, host facts; a meter's: start, op and range of one level";
  }
  std::vector<absl::string_view> extensions() const override { return {".csv"}; }

  bool Sniff(absl::string_view head, absl::string_view) const override {
    const absl::string_view line = FirstLine(head);
    return IsMeterHeader(line) || IsHeader(line);
  }

  absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const override {
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<Input> input, OnlyInput(std::move(inputs)));
    IOREEL_ASSIGN_OR_RETURN(const std::string head, input->Head());
    if (IsHeader(FirstLine(head))) return OpenCsvReader(*input, options, log);
    auto parser = MakeMeterParser(input->name());
    inputs.clear();
    inputs.push_back(std::move(input));
    return MakeLineImporter(std::move(inputs), std::move(parser), TimeOrder::kSort, options, log);
  }

  bool CanWrite() const override { return true; }
  absl::StatusOr<std::unique_ptr<TraceWriter>> OpenWriter(
      const std::string& path, const WriteOptions& options) const override {
    return options.meter_csv ? OpenMeterWriter(path, options) : OpenCsvWriter(path, options);
  }
};

}  // namespace

const Format* CsvFormat() {
  static const Csv format;
  return &format;
}

}  // namespace ioreel
