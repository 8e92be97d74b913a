#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/strings/string_view.h"
#include "formats/container/zstd_frame.h"
#include "formats/parquet/thrift_compact.h"

namespace ioreel {

/// A column of a Parquet file: optional numbers (delta coded) or strings (by a dictionary), in
/// pages of 64 Ki values. Holds what of the row group has been added, encoded and compressed. Not
/// thread-safe.
class ParquetColumn {
 public:
  enum class Kind { kInt64, kUint64, kString };
  ParquetColumn(std::string name, Kind kind) : name_(std::move(name)), kind_(kind) {}

  void AddNull() { Add(std::nullopt); }
  void Add(int64_t value) { Add(std::optional<int64_t>(value)); }
  void AddUnsigned(uint64_t value) { Add(static_cast<int64_t>(value)); }
  void AddString(absl::string_view value);

  /// Different strings of the row group.
  uint64_t names() const { return dictionary_.size(); }

  /// As an element of the schema.
  ThriftStruct Schema() const;

  /// Appends the column's pages of the row group to `out`, which stands at byte `offset` of the
  /// file; returns the ColumnChunk. Afterwards the next row group begins.
  ThriftStruct FinishGroup(uint64_t offset, std::string* out);
  uint64_t group_bytes() const { return group_bytes_; }  ///< uncompressed, of the last group

 private:
  void Add(std::optional<int64_t> value);
  void See(int64_t value);
  void FinishPage();
  std::string PageBody() const;
  void AppendPage(const std::string& body, ThriftStruct kind, int kind_field, int type,
                  std::string* out);
  ThriftStruct Statistics() const;

  const std::string name_;
  const Kind kind_;
  FrameCompressor compressor_;
  std::vector<uint64_t> levels_;  ///< of the page: 1 = there is a value
  std::vector<int64_t> values_;   ///< of the page: numbers, or places in the dictionary
  std::string pages_;
  absl::flat_hash_map<std::string, int64_t> places_;
  std::vector<std::string> dictionary_;
  int64_t rows_ = 0, nulls_ = 0;
  std::optional<int64_t> least_, most_;
  uint64_t uncompressed_ = 0, group_bytes_ = 0;
};

}  // namespace ioreel
