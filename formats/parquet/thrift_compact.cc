#include "formats/parquet/thrift_compact.h"

#include "base/check.h"

namespace ioreel {
namespace {

enum Type { kI32 = 5, kI64 = 6, kBinary = 8, kList = 9, kStruct = 12 };

void AppendBinary(absl::string_view value, std::string* out) {
  AppendVarint(value.size(), out);
  out->append(value.data(), value.size());
}

}  // namespace

void AppendVarint(uint64_t value, std::string* out) {
  for (; value >= 0x80; value >>= 7) out->push_back(static_cast<char>(value | 0x80));
  out->push_back(static_cast<char>(value));
}

void AppendZigzag(int64_t value, std::string* out) {
  AppendVarint(static_cast<uint64_t>(value) << 1 ^ static_cast<uint64_t>(value >> 63), out);
}

void ThriftStruct::Field(int id, int type) {
  CHECK(id > last_id_ && id - last_id_ < 16);
  bytes_.push_back(static_cast<char>((id - last_id_) << 4 | type));
  last_id_ = id;
}

void ThriftStruct::List(int id, size_t size, int type) {
  Field(id, kList);
  if (size < 15) {
    bytes_.push_back(static_cast<char>(size << 4 | static_cast<size_t>(type)));
    return;
  }
  bytes_.push_back(static_cast<char>(0xf0 | type));
  AppendVarint(size, &bytes_);
}

ThriftStruct& ThriftStruct::I32(int id, int32_t value) {
  Field(id, kI32);
  AppendZigzag(value, &bytes_);
  return *this;
}

ThriftStruct& ThriftStruct::I64(int id, int64_t value) {
  Field(id, kI64);
  AppendZigzag(value, &bytes_);
  return *this;
}

ThriftStruct& ThriftStruct::Binary(int id, absl::string_view value) {
  Field(id, kBinary);
  AppendBinary(value, &bytes_);
  return *this;
}

ThriftStruct& ThriftStruct::Struct(int id, const ThriftStruct& value) {
  Field(id, kStruct);
  bytes_ += value.Encoded();
  return *this;
}

ThriftStruct& ThriftStruct::Structs(int id, const std::vector<ThriftStruct>& values) {
  List(id, values.size(), kStruct);
  for (const ThriftStruct& value : values) bytes_ += value.Encoded();
  return *this;
}

ThriftStruct& ThriftStruct::I32s(int id, const std::vector<int32_t>& values) {
  List(id, values.size(), kI32);
  for (int32_t value : values) AppendZigzag(value, &bytes_);
  return *this;
}

ThriftStruct& ThriftStruct::Binaries(int id, const std::vector<std::string>& values) {
  List(id, values.size(), kBinary);
  for (const std::string& value : values) AppendBinary(value, &bytes_);
  return *this;
}

}  // namespace ioreel
