#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"

namespace ioreel {

/// Texts by number, each kept once; 0 is the empty one.
class EtlStrings {
 public:
  EtlStrings() { Number(""); }

  uint32_t Number(const std::string& text) {
    const auto [place, is_new] = numbers_.try_emplace(text, static_cast<uint32_t>(texts_.size()));
    if (is_new) texts_.push_back(text);
    return place->second;
  }
  const std::string& operator[](uint32_t number) const { return texts_[number]; }

 private:
  absl::flat_hash_map<std::string, uint32_t> numbers_;
  std::vector<std::string> texts_;
};

}  // namespace ioreel
