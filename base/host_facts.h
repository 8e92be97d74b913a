#pragma once

#include <cstdint>
#include <string>

namespace ioreel {

/// What a recording or a result says of the machine it was made on. Empty = unknown.
struct HostFacts {
  std::string hostname;
  std::string kernel;  ///< "Linux 6.18.5 x86_64"
  std::string cpu;     ///< model name
  int cpus = 0;        ///< online
  uint64_t memory_bytes = 0;

  bool operator==(const HostFacts&) const = default;
};

HostFacts ReadHostFacts();

}  // namespace ioreel
