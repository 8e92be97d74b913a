#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/format.h"
#include "formats/io/line_reader.h"

namespace ioreel {

/// Where a LineParser tells what it met besides rows.
class LineNotes {
 public:
  LineNotes(const LineReader& reader, ImportLog* log) : reader_(reader), log_(log) {}
  void Notice(absl::string_view name, absl::string_view explanation) const {
    if (log_->CountAgain(name)) return;
    log_->Add(name, ImportLog::Severity::kNotice, reader_.Place(), explanation);
  }

 private:
  const LineReader& reader_;
  ImportLog* log_;
};

/// Of the notice "comment".
inline constexpr char kCommentText[] = "lines that start with #; left out";

/// Reads the lines of one text format whose every line is at most one queued I/O.
class LineParser {
 public:
  virtual ~LineParser() = default;

  /// Reads a line that is not blank, or, with HasQuotes, a record of several lines. True when it
  /// holds an I/O, which is in `io`.
  /// Errors: InvalidArgument, saying what is wrong; the importer adds the place and the text.
  virtual absl::StatusOr<bool> Parse(absl::string_view line, const LineNotes& notes,
                                     QueuedIo* io) = 0;

  /// Fields may stand in double quotes, and line ends in these.
  virtual bool HasQuotes() const { return false; }

  /// The devices named so far, and what else is known.
  virtual const TraceInfo& info() const = 0;

  /// The text, or the last of several, has been read to its end.
  virtual void Finish(const LineNotes&) {}

  /// As RowSource::Start; by default times are counted from the start of the trace.
  virtual int64_t Start(int64_t) { return 0; }

  /// Above 0: the clock shows multiples of this only, see SpreadStamps.
  virtual int64_t stamp_ns() const { return 0; }

  /// A new parser for the same text that finds the rows with the same times, maybe further ones
  /// between them; what else it finds does not matter. nullptr: there is none.
  virtual std::unique_ptr<LineParser> TimesOnly() const { return nullptr; }

  /// Several inputs are one text after the other; each begins with a call.
  virtual bool TakesSeveralFiles() const { return false; }
  virtual void StartFile() {}
};

/// A reader over the lines of the inputs, with the rules that all text formats share: CRLF, byte
/// order mark, blank lines, ReadOptions::tolerant, time order, compressed input; a text without
/// any I/O is an error. Errors: InvalidArgument when there are more inputs than the parser takes.
absl::StatusOr<std::unique_ptr<TraceReader>> MakeLineImporter(
    std::vector<std::unique_ptr<Input>> inputs, std::unique_ptr<LineParser> parser,
    TimeOrder default_order, const ReadOptions& options, ImportLog* log);

}  // namespace ioreel
