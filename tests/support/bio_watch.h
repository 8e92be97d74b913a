#pragma once

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

#include "formats/model/op.h"

namespace ioreel {

/// What the block layer is asked to do on one device, as the kernel tells in a trace instance of
/// our own. Nothing of the program under test takes part in it. Needs root and tracefs.
class BioWatch {
 public:
  struct Bio {
    Op op = Op::kRead;
    uint64_t offset = 0, length = 0;  ///< bytes; both 0 for a flush
    int64_t time_ns = 0;              ///< CLOCK_MONOTONIC
    bool operator==(const Bio& other) const {
      return op == other.op && offset == other.offset && length == other.length;
    }
  };

  friend void PrintTo(const Bio& bio, std::ostream* os) {
    *os << OpName(bio.op) << " " << bio.offset << " + " << bio.length;
  }

  /// Watches from now on. `why_not()` says why it cannot.
  explicit BioWatch(const std::string& device);
  ~BioWatch();
  BioWatch(const BioWatch&) = delete;
  BioWatch& operator=(const BioWatch&) = delete;

  const std::string& why_not() const { return why_not_; }

  /// Stops, and returns what was asked, in order.
  std::vector<Bio> Stop();

 private:
  bool Write(const std::string& file, const std::string& text);

  std::string instance_;
  std::string why_not_;
};

}  // namespace ioreel
