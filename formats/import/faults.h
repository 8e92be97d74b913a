#pragma once

#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "formats/format.h"
#include "formats/io/line_reader.h"

/// What all importers do where an input is not as it should be.

namespace ioreel {

/// "`place`: `what` in "the line""; when `options` is tolerant it is counted in `log` and
/// the result is OK.
absl::Status BadLine(const std::string& place, absl::string_view line, const absl::Status& what,
                     const ReadOptions& options, ImportLog* log);

/// What to do with an error of LineReader::Next: passed on, or, when `options` is tolerant, counted
/// as the end of the text.
absl::Status Damage(const absl::Status& error, const ReadOptions& options, ImportLog* log);

/// Notes a last line without an end, inside which the text may be cut.
void NoteUnterminated(const LineReader& reader, ImportLog* log);

/// The one input of a format that takes one only. Errors: InvalidArgument when there are more.
absl::StatusOr<std::unique_ptr<Input>> OnlyInput(std::vector<std::unique_ptr<Input>> inputs);

}  // namespace ioreel
