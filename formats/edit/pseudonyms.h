#pragma once

#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "formats/edit/name_key.h"

namespace ioreel {

/// What the names of one kind are called instead: "task-3f9a0c1b2d4e", the same for the same name
/// under the same key. Two names never have the same: of two whose hashes are, the later one gets
/// another. Not thread-safe.
class Pseudonyms {
 public:
  Pseudonyms(std::string kind, const NameKey& key) : kind_(std::move(kind)), key_(key) {}

  /// "" for "", of which nothing is known.
  std::string Of(absl::string_view name);

 private:
  uint64_t NewNumber(absl::string_view name);

  const std::string kind_;
  const NameKey key_;
  absl::flat_hash_map<std::string, uint64_t> known_;
  absl::flat_hash_set<uint64_t> taken_;  ///< the numbers in it
};

}  // namespace ioreel
