#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// What the user wrote after --target, taken apart:
///
///     spec   = path | name "(" [ item { "," item } ] ")"
///     item   = [ key "=" ] spec | key "=" value
///     name   = key = lower-case letter { lower-case letter | digit | "_" }
///
/// A text that does not begin with `name(` is one path, whatever it holds, blanks included. Inside
/// parentheses a path or value ends at "," or ")", and blanks around items are ignored; one that
/// holds these, or begins or ends with a blank, is written in double quotes, in which a
/// backslash makes the next byte an ordinary one. Whether `key=word` is a value or a path is for
/// the kind of target to say (target_registry.h); until then it is a value.
struct TargetSpec {
  struct Option {
    std::string value;
    size_t column = 0;        ///< of the key
    size_t value_column = 0;  ///< of the value
  };

  std::string name;  ///< of the composition; empty for a leaf
  std::string path;  ///< of a leaf: file or device
  std::string role;  ///< of a member: the key before it; empty = none
  std::map<std::string, Option> options;
  std::vector<TargetSpec> members;
  size_t column = 1;  ///< where it begins in the text, from 1

  bool missing = false;           ///< not there, as its array is degraded: none of it is opened
  bool written_by_reads = false;  ///< also I/Os that only read may write to it (a cache's)

  bool is_leaf() const { return name.empty(); }

  /// A file or device of the target.
  struct Leaf {
    std::string path;
    size_t column = 0;
    bool written_by_reads = false;
  };
  /// Those that are not missing, left to right; a device's index is its place here.
  std::vector<Leaf> Leaves() const;
};

/// Errors: InvalidArgument that shows the text and points at the column.
absl::StatusOr<TargetSpec> ParseTargetSpec(absl::string_view text);

/// "column 7: `what`" with the text and a caret below it; also for what is found wrong with a
/// well-formed spec later. `column` counts bytes from 1, what is shown characters. Which option the
/// text is of is for the caller to add.
absl::Status TargetSpecError(absl::string_view text, size_t column, absl::string_view what);

}  // namespace ioreel
