#pragma once

#include <string>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "absl/types/span.h"

namespace ioreel {

/// Cuts lines into fields without the blanks around them. Not thread-safe.
class FieldSplitter {
 public:
  static constexpr size_t kAllFields = ~size_t{0};

  /// `separator` ' ' = any run of blanks and tabs. With `quotes`, a field may stand in double
  /// quotes, in which the separator is text and a quote is doubled.
  FieldSplitter(char separator, bool quotes) : separator_(separator), quotes_(quotes) {}

  /// The first `most` fields. Valid until the next call, and as long as `line` is.
  /// Errors: InvalidArgument: a quote that is not closed, or text behind it.
  absl::StatusOr<absl::Span<absl::string_view>> Split(absl::string_view line,
                                                      size_t most = kAllFields);

 private:
  void SplitPlain(absl::string_view line, size_t most);
  void SplitBlanks(absl::string_view line, size_t most);
  absl::Status SplitQuoted(absl::string_view line);

  char separator_;
  bool quotes_;
  std::vector<absl::string_view> fields_;
  std::string unquoted_;  ///< contents of fields in quotes
};

/// The separator that a line is most likely cut by: the first of tab, ';', ',' and '|' that stands
/// in it outside quotes, else ' '.
char GuessSeparator(absl::string_view line);

}  // namespace ioreel
