#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/functional/function_ref.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"

namespace ioreel {

/// A table of a TOML file, whose values are looked up with the type that is wanted. A value stays
/// as it is where its key is missing. Errors are InvalidArgument "NAME:LINE:COLUMN: …". Copies
/// share the file.
class TomlTable {
 public:
  /// The whole of a file. `name`: for errors.
  static absl::StatusOr<TomlTable> Parse(const std::string& text, const std::string& name);

  bool Has(absl::string_view key) const;
  std::vector<std::string> keys() const;  ///< in the order of the file
  absl::Status CheckKeys(const std::vector<std::string>& known) const;

  /// From `least` to `most`.
  absl::Status Number(absl::string_view key, double least, double most, double* value) const;
  absl::Status Whole(absl::string_view key, int64_t least, int64_t most, int64_t* value) const;
  absl::Status Bool(absl::string_view key, bool* value) const;
  absl::Status Text(absl::string_view key, std::string* value) const;
  absl::Status Texts(absl::string_view key, std::vector<std::string>* values) const;
  /// An array of one or more of which each `fits`; else `wanted` is what the error says.
  absl::Status Wholes(absl::string_view key, absl::string_view wanted,
                      absl::FunctionRef<bool(int64_t)> fits, std::vector<int64_t>* values) const;

  absl::StatusOr<std::optional<TomlTable>> Table(absl::string_view key) const;
  /// Of [[key]]; none where it is missing.
  absl::StatusOr<std::vector<TomlTable>> Tables(absl::string_view key) const;

  absl::Status Fault(absl::string_view what) const;  ///< of the table itself
  /// "…: KEY: what", at the key's value or, without it, at the table.
  absl::Status FaultOf(absl::string_view key, absl::string_view what) const;

 private:
  struct File;
  TomlTable(std::shared_ptr<const File> file, const void* table)
      : file_(std::move(file)), table_(table) {}

  std::shared_ptr<const File> file_;
  const void* table_;  ///< a toml::table of that file
};

/// A basic string of TOML, quotes included.
std::string TomlQuoted(absl::string_view text);

}  // namespace ioreel
