#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/import_log.h"
#include "formats/io/input.h"
#include "formats/model/trace.h"

namespace ioreel {

/// What to do with rows whose time goes backwards.
enum class TimeOrder { kDefault, kSort, kClamp, kReject };

struct ReadOptions {
  TimeOrder time_order = TimeOrder::kDefault;  ///< kDefault = what the format's own rules say
  bool tolerant = false;    ///< text: skip and count bad lines instead of stopping at the first
  bool unfinished = false;  ///< also read what there is of a file whose writer never finished it
  std::string columns;      ///< what columns of a text hold, formats/columnar/column_choice.h
  std::string wait_unit;    ///< fio iolog v2 `wait`: "" = as fio executes it (ms since start), "us"
};

struct WriteOptions {
  ImportLog* log = nullptr;  ///< what the format has no place for is counted here; may be null
  bool issue_level = false;  ///< one-table formats: write requests instead of queued I/Os
  bool meter_csv = false;    ///< csv: the columns of a fidelity meter
};

/// A trace format. Immutable, lives for the process. One .cc a format in formats/import/ (or its
/// own folder), one line in formats/registry.cc.
class Format {
 public:
  virtual ~Format() = default;

  virtual absl::string_view name() const = 0;  ///< for --format and --output-format: "blktrace"
  virtual absl::string_view description() const = 0;  ///< one line
  /// What of an I/O it has a place for and what not, one line: "start, latency; no tasks".
  virtual absl::string_view carries() const { return ""; }
  virtual std::vector<absl::string_view> extensions() const { return {}; }  ///< ".csv"; for writing
  /// The files that are one trace with `path`, of which writing there would make another.
  virtual std::vector<std::string> FilesOf(const std::string& path) const { return {path}; }

  /// Does this input look like ours? `head` is Input::Head. Never fails.
  virtual bool Sniff(absl::string_view head, absl::string_view name) const = 0;
  /// As Sniff, but asked only where no format's Sniff or CouldBe takes the input: for weaker
  /// evidence, as the name alone.
  virtual bool SniffLast(absl::string_view /*head*/, absl::string_view /*name*/) const {
    return false;
  }

  /// Whether it reads archives of its files itself; those of other formats are to be unpacked.
  virtual bool ReadsArchives() const { return false; }

  /// Whether ReadOptions::columns says anything to it.
  virtual bool TakesColumns() const { return false; }

  /// For a format whose contents look like those of others, so that Sniff never claims them: may
  /// this be one? The user is then told to name it.
  virtual bool CouldBe(absl::string_view) const { return false; }

  virtual bool CanRead() const { return true; }
  /// `log` must outlive the reader. Several inputs are several devices or CPUs of one trace,
  /// as the format has it; formats that take one only say so.
  /// Errors: Unimplemented when !CanRead().
  virtual absl::StatusOr<std::unique_ptr<TraceReader>> OpenReader(
      std::vector<std::unique_ptr<Input>> inputs, const ReadOptions& options,
      ImportLog* log) const = 0;

  virtual bool CanWrite() const { return false; }
  /// Has one table only: a writer takes the level that WriteOptions says.
  virtual bool OneLevel() const { return false; }
  /// Errors: Unimplemented when !CanWrite().
  virtual absl::StatusOr<std::unique_ptr<TraceWriter>> OpenWriter(
      const std::string& path, const WriteOptions& options) const;
};

}  // namespace ioreel
