#pragma once

#include <array>
#include <cstdint>

#include "absl/strings/string_view.h"

namespace ioreel {

/// The secret under which names are hashed. Who does not have it cannot find out a name by hashing
/// likely ones, though names are short: the hash is BLAKE2b with a key of 256 bits (libsodium).
class NameKey {
 public:
  /// One that no other process has.
  static NameKey Random();
  /// The same secret makes the same key. REQUIRES: nobody can guess it.
  static NameKey OfSecret(absl::string_view secret);

  /// 48 bits for `name`, which is of this kind: "task". `turn` makes further ones for it.
  uint64_t Hash(absl::string_view kind, absl::string_view name, uint32_t turn) const;

 private:
  NameKey() = default;

  std::array<uint8_t, 32> bytes_ = {};
};

}  // namespace ioreel
