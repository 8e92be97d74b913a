#include "formats/parquet/column.h"

#include <algorithm>
#include <utility>

#include "base/bytes.h"
#include "formats/parquet/encoding.h"

namespace ioreel {
namespace {

// Numbers of parquet.thrift.
enum { kTypeInt64 = 2, kTypeByteArray = 6 };
enum { kConvertedUtf8 = 0, kConvertedUint64 = 14 };
enum { kPlain = 0, kRle = 3, kDeltaBinaryPacked = 5, kRleDictionary = 8 };
enum { kDataPage = 0, kDictionaryPage = 2 };
enum { kOptional = 1, kZstd = 6 };

constexpr size_t kPageRows = 1 << 16;

}  // namespace

void ParquetColumn::AddString(absl::string_view value) {
  const auto [place, is_new] =
      places_.try_emplace(std::string(value), static_cast<int64_t>(dictionary_.size()));
  if (is_new) dictionary_.emplace_back(value);
  Add(place->second);
}

void ParquetColumn::Add(std::optional<int64_t> value) {
  ++rows_;
  levels_.push_back(value ? 1 : 0);
  if (value) {
    values_.push_back(*value);
    See(*value);
  } else {
    ++nulls_;
  }
  if (levels_.size() == kPageRows) FinishPage();
}

void ParquetColumn::See(int64_t value) {
  const auto less = [this](int64_t a, int64_t b) {
    return kind_ == Kind::kUint64 ? static_cast<uint64_t>(a) < static_cast<uint64_t>(b) : a < b;
  };
  if (!least_ || less(value, *least_)) least_ = value;
  if (!most_ || less(*most_, value)) most_ = value;
}

ThriftStruct ParquetColumn::Schema() const {
  ThriftStruct schema;
  schema.I32(1, kind_ == Kind::kString ? kTypeByteArray : kTypeInt64);
  schema.I32(3, kOptional).Binary(4, name_);
  if (kind_ == Kind::kString) schema.I32(6, kConvertedUtf8);
  if (kind_ == Kind::kUint64) schema.I32(6, kConvertedUint64);
  return schema;
}

std::string ParquetColumn::PageBody() const {
  std::string levels, body;
  AppendHybrid(levels_, 1, &levels);
  AppendInt(&body, static_cast<uint32_t>(levels.size()));
  body += levels;
  if (kind_ != Kind::kString) {
    AppendDeltas(values_, &body);
    return body;
  }
  const std::vector<uint64_t> places(values_.begin(), values_.end());
  const auto most = std::max_element(places.begin(), places.end());
  const int width = most == places.end() ? 0 : BitWidth(*most);
  body.push_back(static_cast<char>(width));
  AppendHybrid(places, width, &body);
  return body;
}

void ParquetColumn::AppendPage(const std::string& body, ThriftStruct kind, int kind_field, int type,
                               std::string* out) {
  const std::string compressed = compressor_.Compress({body});
  const std::string header = ThriftStruct()
                                 .I32(1, type)
                                 .I32(2, static_cast<int32_t>(body.size()))
                                 .I32(3, static_cast<int32_t>(compressed.size()))
                                 .Struct(kind_field, kind)
                                 .Encoded();
  *out += header;
  *out += compressed;
  uncompressed_ += header.size() + body.size();
}

void ParquetColumn::FinishPage() {
  if (levels_.empty()) return;
  const int encoding = kind_ == Kind::kString ? kRleDictionary : kDeltaBinaryPacked;
  const ThriftStruct kind = ThriftStruct()
                                .I32(1, static_cast<int32_t>(levels_.size()))
                                .I32(2, encoding)
                                .I32(3, kRle)
                                .I32(4, kRle);
  AppendPage(PageBody(), kind, 5, kDataPage, &pages_);
  levels_.clear();
  values_.clear();
}

ThriftStruct ParquetColumn::Statistics() const {
  ThriftStruct statistics;
  statistics.I64(3, nulls_);
  std::string least, most;
  if (kind_ == Kind::kString && !dictionary_.empty()) {
    most = *std::max_element(dictionary_.begin(), dictionary_.end());
    least = *std::min_element(dictionary_.begin(), dictionary_.end());
  } else if (kind_ != Kind::kString && least_) {
    AppendInt(&most, *most_);
    AppendInt(&least, *least_);
  } else {
    return statistics;
  }
  statistics.Binary(5, most).Binary(6, least);
  return statistics;
}

ThriftStruct ParquetColumn::FinishGroup(uint64_t offset, std::string* out) {
  FinishPage();
  const bool strings = kind_ == Kind::kString;
  const size_t begin = out->size();
  if (strings) {
    std::string body;
    for (const std::string& text : dictionary_) {
      AppendInt(&body, static_cast<uint32_t>(text.size()));
      body += text;
    }
    const auto count = static_cast<int32_t>(dictionary_.size());
    AppendPage(body, ThriftStruct().I32(1, count).I32(2, kPlain), 7, kDictionaryPage, out);
  }
  const uint64_t data = offset + out->size() - begin;
  *out += std::exchange(pages_, {});
  ThriftStruct meta;
  meta.I32(1, strings ? kTypeByteArray : kTypeInt64);
  meta.I32s(2, strings ? std::vector<int32_t>{kPlain, kRle, kRleDictionary}
                       : std::vector<int32_t>{kRle, kDeltaBinaryPacked});
  meta.Binaries(3, {name_}).I32(4, kZstd).I64(5, rows_);
  meta.I64(6, static_cast<int64_t>(uncompressed_));
  meta.I64(7, static_cast<int64_t>(out->size() - begin)).I64(9, static_cast<int64_t>(data));
  if (strings) meta.I64(11, static_cast<int64_t>(offset));
  meta.Struct(12, Statistics());
  group_bytes_ = std::exchange(uncompressed_, 0);
  rows_ = nulls_ = 0;
  least_.reset();
  most_.reset();
  places_.clear();
  dictionary_.clear();
  return ThriftStruct().I64(2, static_cast<int64_t>(offset)).Struct(3, meta);
}

}  // namespace ioreel
