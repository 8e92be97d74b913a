#pragma once

#include <cstdint>
#include <optional>

#include "absl/strings/string_view.h"

namespace ioreel {

/// Takes a base-128 varint off the front; nullopt when it is cut or does not fit in 64 bits.
std::optional<uint64_t> TakeVarint(absl::string_view* bytes);

/// Goes over the fields of one protobuf message as they stand on the wire. Does not own the bytes.
class ProtoFields {
 public:
  explicit ProtoFields(absl::string_view message) : rest_(message) {}

  /// Goes to the next field; false at the end and at damage.
  bool Next();
  bool ok() const { return ok_; }  ///< no damage so far

  uint64_t number() const { return number_; }
  uint64_t value() const { return value_; }           ///< of a varint or fixed field, else 0
  absl::string_view bytes() const { return bytes_; }  ///< of a field of bytes, else empty

 private:
  bool Damaged() { return ok_ = false; }

  absl::string_view rest_, bytes_;
  uint64_t number_ = 0, value_ = 0;
  bool ok_ = true;
};

}  // namespace ioreel
