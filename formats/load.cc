#include "formats/load.h"

#include <filesystem>
#include <set>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "formats/blktrace/files.h"
#include "formats/formats.h"
#include "formats/not_a_trace.h"
#include "formats/octf/files.h"
#include "formats/option_error.h"
#include "formats/parquet/partition.h"
#include "formats/registry.h"

namespace ioreel {
namespace {

using Inputs = std::vector<std::unique_ptr<Input>>;

absl::StatusOr<const Format*> NamedFormat(absl::string_view option, absl::string_view name) {
  if (const Format* format = FindFormat(name)) return format;
  return absl::InvalidArgumentError(absl::StrFormat("%s %s: no such format; there are: %s", option,
                                                    name, FormatNames(AllFormats())));
}

/// Why none or several formats claim an input, and what to do.
absl::Status NotTold(const Input& input, absl::string_view head,
                     const std::vector<const Format*>& claims) {
  if (!claims.empty())
    return absl::InvalidArgumentError(
        absl::StrFormat("%s: could be %s, which contents alone do not tell; name it with --format",
                        input.name(), FormatNames(claims)));
  const std::string report = TellReport(head);
  if (!report.empty()) return absl::InvalidArgumentError(absl::StrCat(input.name(), ": ", report));
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: not a trace that ioreel knows (looked for: %s); if it is one of these, "
                      "name it with --format; of a table, say what its columns "
                      "hold with --columns",
                      input.name(), FormatNames(AllFormats())));
}

/// A text that nothing else claims is a table when its columns are said.
absl::StatusOr<const Format*> SniffFormat(const Input& input, const ReadOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(const std::string head, input.Head());
  const std::string unreadable = TellUnreadable(head);
  std::vector<const Format*> claims, candidates;
  for (const Format* format : AllFormats()) {
    if (!unreadable.empty() && !format->ReadsArchives()) continue;
    if (format->Sniff(head, input.name())) claims.push_back(format);
    if (format->CouldBe(head)) candidates.push_back(format);
  }
  if (claims.empty() && !unreadable.empty())
    return absl::InvalidArgumentError(absl::StrCat(input.name(), ": ", unreadable));
  if (claims.empty() && candidates.empty()) {
    for (const Format* format : AllFormats()) {
      if (format->SniffLast(head, input.name())) claims.push_back(format);
    }
  }
  if (claims.size() == 1) return claims.front();
  if (claims.empty() && !options.columns.empty()) return ColumnsFormat();
  return NotTold(input, head, claims.empty() ? candidates : claims);
}

absl::StatusOr<const Format*> SniffFormat(const Inputs& inputs, const ReadOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(const Format* const format, SniffFormat(*inputs.front(), options));
  for (size_t i = 1; i < inputs.size(); ++i) {
    IOREEL_ASSIGN_OR_RETURN(const Format* const other, SniffFormat(*inputs[i], options));
    if (other != format)
      return absl::InvalidArgumentError(absl::StrFormat(
          "%s is %s but %s is %s; one trace has files of one format", inputs.front()->name(),
          format->name(), inputs[i]->name(), other->name()));
  }
  return format;
}

/// The format that the user says. What is no trace of any, as an archive, is not taken for one.
absl::StatusOr<const Format*> CheckedFormat(const Inputs& inputs, absl::string_view name) {
  IOREEL_ASSIGN_OR_RETURN(const Format* const format, NamedFormat("--format", name));
  for (const auto& input : inputs) {
    if (format->ReadsArchives()) break;
    IOREEL_ASSIGN_OR_RETURN(const std::string head, input->Head());
    const std::string unreadable = TellUnreadable(head);
    if (!unreadable.empty())
      return absl::InvalidArgumentError(absl::StrCat(input->name(), ": ", unreadable));
  }
  return format;
}

absl::StatusOr<const Format*> FormatOfExtension(const std::string& path) {
  std::vector<std::string> known;
  for (const Format* format : AllFormats()) {
    if (!format->CanWrite()) continue;
    for (absl::string_view extension : format->extensions()) {
      if (absl::EndsWithIgnoreCase(path, extension)) return format;
      known.push_back(absl::StrCat(extension, " (", format->name(), ")"));
    }
  }
  return absl::InvalidArgumentError(
      absl::StrFormat("%s: its extension tells no format to write; known are %s; or name one "
                      "with --output-format, or end it in a slash for a folder of Parquet files",
                      path, absl::StrJoin(known, ", ")));
}

/// The part of a killed recording must not be overwritten.
absl::Status CheckNothingUnfinished(const std::string& path) {
  const std::string partial = AtomicFile::PartialPath(path);
  if (!std::filesystem::exists(partial)) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(partial,
                   ": exists, from a recording or conversion that did not end; salvage or remove "
                   "it first, or name another file to write"));
}

/// One trace has no file twice.
absl::Status CheckNoneTwice(const std::vector<std::string>& paths) {
  std::set<std::string> seen;
  for (const std::string& path : paths) {
    if (!seen.insert(path).second)
      return absl::InvalidArgumentError(absl::StrCat(
          path, ": is named twice; convert --merge reads a trace as often as it is named"));
  }
  return absl::OkStatus();
}

}  // namespace

absl::StatusOr<std::vector<std::string>> FindTraceFiles(const std::vector<std::string>& paths) {
  std::vector<std::string> files;
  for (const std::string& path : paths) {
    if (path == "-") {
      files.push_back(path);
      continue;
    }
    std::vector<std::string> found = FindOctfFiles(path);
    if (found.empty()) {
      IOREEL_ASSIGN_OR_RETURN(found, FindBlktraceFiles(path));
    }
    files.insert(files.end(), found.begin(), found.end());
  }
  std::set<std::filesystem::path> seen;  // two files of one recording name it twice
  std::erase_if(files, [&seen](const std::string& file) {
    std::error_code error;
    const std::filesystem::path whole = std::filesystem::canonical(file, error);
    return !seen.insert(error ? std::filesystem::path(file) : whole).second;
  });
  return files;
}

absl::StatusOr<std::unique_ptr<TraceReader>> OpenTrace(const std::vector<std::string>& paths,
                                                       const std::string& format_name,
                                                       const ReadOptions& options, ImportLog* log) {
  if (paths.empty()) return absl::InvalidArgumentError("no trace named");
  IOREEL_RETURN_IF_ERROR(CheckNoneTwice(paths));
  IOREEL_ASSIGN_OR_RETURN(const std::vector<std::string> files, FindTraceFiles(paths));
  Inputs inputs;
  for (const std::string& path : files) {
    IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<Input> input, OpenFileInput(path));
    inputs.push_back(std::move(input));
  }
  IOREEL_ASSIGN_OR_RETURN(const Format* const format, format_name.empty()
                                                          ? SniffFormat(inputs, options)
                                                          : CheckedFormat(inputs, format_name));
  if (!options.columns.empty() && !format->TakesColumns())
    return OptionError(
        absl::StrCat(files.front(), " is ", format->name(), ", which --columns says nothing to"));
  return format->OpenReader(std::move(inputs), options, log);
}

absl::StatusOr<const Format*> FindOutputFormat(const std::string& path,
                                               const std::string& format_name) {
  if (!IsPartitionFolder(path))
    return format_name.empty() ? FormatOfExtension(path)
                               : NamedFormat("--output-format", format_name);
  if (format_name.empty() || format_name == ParquetFormat()->name()) return ParquetFormat();
  return absl::InvalidArgumentError(
      absl::StrCat(path, ": only Parquet is written as a folder; name a file in it"));
}

absl::Status CheckTraceOutput(const std::string& path) {
  IOREEL_RETURN_IF_ERROR(AtomicFile::CheckReplaceable(path));
  return CheckNothingUnfinished(path);
}

bool IsContainerName(const std::string& path) {
  const absl::StatusOr<const Format*> format = FindOutputFormat(path, "");
  return format.ok() && (*format)->name() == "ioreel";
}

absl::StatusOr<std::unique_ptr<TraceWriter>> OpenTraceWriter(const std::string& path,
                                                             const std::string& format_name,
                                                             const WriteOptions& options) {
  IOREEL_ASSIGN_OR_RETURN(const Format* const format, FindOutputFormat(path, format_name));
  if (!IsPartitionFolder(path)) IOREEL_RETURN_IF_ERROR(CheckTraceOutput(path));
  return format->OpenWriter(path, options);
}

}  // namespace ioreel
