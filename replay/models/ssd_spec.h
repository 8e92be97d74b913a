#pragma once

#include <cstdint>

namespace ioreel {

/// A drive of flash. MB are 10^6 bytes, KiB 2^10.
struct SsdSpec {
  // Flash.
  int64_t channels = 8;
  int64_t dies = 4;  ///< of each channel
  int64_t planes = 2;
  int64_t page_kib = 8;
  int64_t pages_per_block = 256;
  double read_us = 65, program_us = 1300, erase_ms = 3;
  double channel_mb_s = 200;
  double spare_percent = 7;  ///< flash beyond what the drive offers

  // Controller.
  double read_command_us = 20, write_command_us = 12;  ///< of each, one after the other
  double random_write_us =
      0;  ///< more of a write that follows on no other, once no flash is erased
  double controller_mb_s = 2000;                       ///< and its data
  double read_latency_us = 10, write_latency_us = 10;  ///< beside that, of each alone
  double buffer_mb = 1;                                ///< writes that are not on flash yet
  int64_t mapping_kib = 4;       ///< what is written of a unit makes a new unit
  int64_t read_ahead_pages = 8;  ///< of a sequential stream; pages of all planes
  bool compresses = false;
  double compressed_least_percent = 100;  ///< what the best data shrinks to
  bool safe_buffer = false;               ///< outlasts power loss: flushes wait for nothing
  double trim_us = 100;

  // Interface.
  double interface_write_mb_s = 0;  ///< 0 = as of reads
  double interface_mb_s = 550;
  int64_t queue_depth = 32;

  // State.
  double filled_percent = 100;  ///< of the drive holds data, from its begin on
  bool used = true;             ///< no flash is left erased
};

}  // namespace ioreel
