#pragma once

#include <cstdint>
#include <memory>

#include "replay/models/drive_model.h"

namespace ioreel {

/// So many channels, each of which serves one I/O at a time, first come, first served, for a fixed
/// time and a time a byte.
struct ChannelSpec {
  int channels = 1;
  int64_t read_ns = 100'000;
  int64_t write_ns = 100'000;
  int64_t other_ns = 100'000;  ///< flush, discard, write zeroes
  double ns_per_byte = 0;
};

/// An I/O that would be done more than 146 years after the clock's zero fails at once, with
/// EOVERFLOW.
std::unique_ptr<DriveModel> MakeChannelModel(const ChannelSpec& spec);

}  // namespace ioreel
