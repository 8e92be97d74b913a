#include "cli/edit_options.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"
#include "cli/command.h"
#include "formats/edit/anonymize_reader.h"
#include "formats/edit/filter_reader.h"
#include "formats/edit/merge_reader.h"
#include "formats/edit/pseudonyms.h"
#include "formats/edit/split_reader.h"

namespace ioreel {
namespace {

constexpr uintmax_t kLeastSecret = 16, kMostSecret = 1 << 20;  // bytes

}  // namespace

void EditOptions::Declare(FlagSet& flags) {
  filter_options_.Declare(flags);
  merge_.Declare(flags);
  flags.Length("--split", &split_bytes_, "cut longer I/Os into pieces of this size");
  flags.Flag("--anonymize", &anonymize_,
             "hash the names of devices, tasks and host under a key that is thrown away; drop the "
             "command line, paths and notes");
  flags.Option("--anonymize-key", &key_file_,
               "anonymize under the secret in this file, so that several traces keep common names "
               "common",
               "FILE");
}

absl::Status EditOptions::Check(TraceInput* input) {
  if (input->paths().empty() && !merge_.given()) return UsageError("name the trace to read");
  IOREEL_RETURN_IF_ERROR(merge_.Check(*input));
  IOREEL_ASSIGN_OR_RETURN(filter_, filter_options_.Filter(input));
  return CheckKey();
}

absl::Status EditOptions::CheckKey() {
  if (key_file_.empty()) {
    if (anonymize_) key_ = NameKey::Random();
    return absl::OkStatus();
  }
  std::error_code error;
  const uintmax_t size = std::filesystem::file_size(key_file_, error);
  if (error == std::errc::no_such_file_or_directory)
    return absl::NotFoundError(absl::StrCat(
        "--anonymize-key ", key_file_,
        ": there is no such file; make it, as with: head -c 32 /dev/urandom > ", key_file_));
  if (error || size < kLeastSecret || size > kMostSecret)
    return absl::InvalidArgumentError(
        absl::StrCat("--anonymize-key ", key_file_, ": takes a file of ", kLeastSecret, " to ",
                     kMostSecret, " random bytes, as from: head -c 32 /dev/urandom > ", key_file_));
  IOREEL_ASSIGN_OR_RETURN(const std::string secret, ReadFile(key_file_));
  key_ = NameKey::OfSecret(secret);
  return absl::OkStatus();
}

std::string EditOptions::Told(absl::string_view kind, const std::string& name) const {
  return key_ ? Pseudonyms(std::string(kind), *key_).Of(name) : name;
}

std::vector<std::string> EditOptions::Inputs(const TraceInput& input) const {
  std::vector<std::string> names = input.paths();
  for (const MergePart& part : merge_.parts()) names.push_back(part.name);
  return names;
}

absl::StatusOr<std::unique_ptr<TraceReader>> EditOptions::OpenInput(const TraceInput& input,
                                                                    ImportLog* log) const {
  if (merge_.given()) return MakeMergeReader(merge_.PartsOf(input, log), log);
  return input.Open(input.paths(), input.options(), log);
}

bool EditOptions::filters_rows() const {
  TraceFilter rows = filter_;
  rows.level.reset();
  return !rows.empty();
}

absl::StatusOr<std::unique_ptr<TraceReader>> EditOptions::Open(const TraceInput& input,
                                                               ImportLog* log) const {
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<TraceReader> reader, OpenInput(input, log));
  return Edit(std::move(reader), log);
}

absl::StatusOr<std::unique_ptr<TraceReader>> EditOptions::OpenOwn(const TraceInput& input,
                                                                  ImportLog* log) const {
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<TraceReader> reader,
                          input.Open(input.paths(), input.options(), log));
  return Edit(std::move(reader), log);
}

absl::StatusOr<std::unique_ptr<TraceReader>> EditOptions::OpenPart(const MergePart& part,
                                                                   const TraceInput& input,
                                                                   ImportLog* log) const {
  IOREEL_ASSIGN_OR_RETURN(
      std::unique_ptr<TraceReader> reader,
      MakeMergeReader({MergeOptions::Openable(part, {part.name}, input, log)}, log));
  return Edit(std::move(reader), log);
}

std::unique_ptr<TraceReader> EditOptions::Edit(std::unique_ptr<TraceReader> reader,
                                               ImportLog* log) const {
  if (filters()) reader = MakeFilterReader(std::move(reader), filter_, log);
  if (split_bytes_ > 0) reader = MakeSplitReader(std::move(reader), split_bytes_, log);
  if (key_) reader = MakeAnonymizeReader(std::move(reader), *key_);
  return reader;
}

}  // namespace ioreel
