#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"

namespace ioreel {

/// An unsigned LEB128 number.
void AppendVarint(uint64_t value, std::string* out);
/// A signed one, small values of either sign short.
void AppendZigzag(int64_t value, std::string* out);

/// A struct of Thrift's compact protocol, built field by field in ascending order of id.
class ThriftStruct {
 public:
  ThriftStruct& I32(int id, int32_t value);
  ThriftStruct& I64(int id, int64_t value);
  ThriftStruct& Binary(int id, absl::string_view value);
  ThriftStruct& Struct(int id, const ThriftStruct& value);
  ThriftStruct& Structs(int id, const std::vector<ThriftStruct>& values);
  ThriftStruct& I32s(int id, const std::vector<int32_t>& values);
  ThriftStruct& Binaries(int id, const std::vector<std::string>& values);

  /// With the stop byte that ends it.
  std::string Encoded() const { return bytes_ + std::string(1, '\0'); }

 private:
  void Field(int id, int type);
  void List(int id, size_t size, int type);

  std::string bytes_;
  int last_id_ = 0;
};

}  // namespace ioreel
