#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "cli/filter_options.h"
#include "cli/flag_set.h"
#include "cli/merge_options.h"
#include "cli/trace_input.h"
#include "formats/edit/name_key.h"
#include "formats/edit/trace_filter.h"
#include "formats/import_log.h"

namespace ioreel {

/// The options by which a command changes the trace that it reads: merge, choose, split, anonymize,
/// in this order.
class EditOptions {
 public:
  void Declare(FlagSet& flags);

  /// Once they have been parsed: whether they make sense; a format's name in --from goes to
  /// `input`. Errors: UsageError.
  absl::Status Check(TraceInput* input);

  /// Only rows of this table, too.
  void SetLevel(Level level) { filter_.level = level; }
  /// Whether rows may be left out.
  bool filters() const { return !filter_.empty(); }
  /// Whether rows may be left out by other than their table.
  bool filters_rows() const;
  /// Whether rows may be left out by their time.
  bool filters_times() const { return filter_.from_ns != kNoTime || filter_.to_ns != kNoTime; }
  bool merges() const { return merge_.given(); }
  /// What is merged with the command's own trace.
  const std::vector<MergePart>& merged() const { return merge_.parts(); }

  /// `name`, of this kind, as what is written may tell it: hashed where names are hidden.
  /// REQUIRES: checked.
  std::string Told(absl::string_view kind, const std::string& name) const;

  /// What is read, as the user named it. REQUIRES: checked.
  std::vector<std::string> Inputs(const TraceInput& input) const;

  /// The edited trace. `input` and `log` must outlive it. REQUIRES: checked.
  absl::StatusOr<std::unique_ptr<TraceReader>> Open(const TraceInput& input, ImportLog* log) const;
  /// The same of the command's own trace alone, without what is merged with it.
  absl::StatusOr<std::unique_ptr<TraceReader>> OpenOwn(const TraceInput& input,
                                                       ImportLog* log) const;
  /// The same of one part of the merge alone.
  absl::StatusOr<std::unique_ptr<TraceReader>> OpenPart(const MergePart& part,
                                                        const TraceInput& input,
                                                        ImportLog* log) const;

 private:
  std::unique_ptr<TraceReader> Edit(std::unique_ptr<TraceReader> reader, ImportLog* log) const;
  absl::Status CheckKey();
  absl::StatusOr<std::unique_ptr<TraceReader>> OpenInput(const TraceInput& input,
                                                         ImportLog* log) const;

  FilterOptions filter_options_;
  MergeOptions merge_;
  TraceFilter filter_;
  uint64_t split_bytes_ = 0;  ///< 0 = nothing is cut
  bool anonymize_ = false;
  std::string key_file_;
  std::optional<NameKey> key_;  ///< set: names are hidden
};

}  // namespace ioreel
