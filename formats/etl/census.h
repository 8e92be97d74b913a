#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "absl/container/flat_hash_map.h"
#include "formats/etl/record.h"

namespace ioreel {

/// Counts all events of a file by what logged them, for the user who has recorded the wrong thing.
class EtlCensus {
 public:
  void See(const EtlRecord& record);

  uint64_t events() const { return events_; }
  /// The most frequent kinds: "17,078 Image, 2 provider c7bde69a-…".
  std::string Text() const;

 private:
  std::array<uint64_t, 256> groups_ = {};
  absl::flat_hash_map<EtlGuid, uint64_t> providers_;
  uint64_t other_ = 0;  ///< messages, and providers beyond what is kept
  uint64_t events_ = 0;
};

}  // namespace ioreel
