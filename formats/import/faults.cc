#include "formats/import/faults.h"

#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "formats/import/fields.h"

namespace ioreel {

absl::Status BadLine(const std::string& place, absl::string_view line, const absl::Status& what,
                     const ReadOptions& options, ImportLog* log) {
  if (!options.tolerant)
    return absl::InvalidArgumentError(absl::StrCat(place, ": ", what.message(), " in ",
                                                   Quoted(line), "; --tolerant skips such lines"));
  log->Add("bad_line", ImportLog::Severity::kDataLoss, place,
           absl::StrCat("skipped; the first: ", what.message(), " in ", Quoted(line)));
  return absl::OkStatus();
}

absl::Status Damage(const absl::Status& error, const ReadOptions& options, ImportLog* log) {
  if (absl::IsResourceExhausted(error)) return error;  // the data may be whole
  if (!options.tolerant)
    return absl::Status(error.code(),
                        absl::StrCat(error.message(), "; --tolerant keeps what stands before"));
  log->Add("damaged_input", ImportLog::Severity::kDataLoss, "",
           absl::StrCat(error.message(), "; what follows is left out"));
  return absl::OkStatus();
}

void NoteUnterminated(const LineReader& reader, ImportLog* log) {
  if (!reader.unterminated()) return;
  log->Add("unterminated_last_line", ImportLog::Severity::kNotice, reader.Place(),
           "the last line has no end; if the file was cut there, its last number is wrong");
}

absl::StatusOr<std::unique_ptr<Input>> OnlyInput(std::vector<std::unique_ptr<Input>> inputs) {
  if (inputs.size() == 1) return std::move(inputs.front());
  return absl::InvalidArgumentError(
      absl::StrFormat("%s and %s: this format is one file a trace; convert them one by one",
                      inputs[0]->name(), inputs[1]->name()));
}

}  // namespace ioreel
