#pragma once

#include <cstdint>

namespace ioreel {

/// A hard disk. MB are 10^6 bytes.
struct HddSpec {
  // Mechanics.
  double rpm = 7200;
  double outer_mb_s = 150, inner_mb_s = 75;  ///< sustained, at offset 0 and at the end
  int64_t zones = 16;
  int64_t heads = 4;
  double track_seek_ms = 0.8;
  double average_seek_ms = 8.5;  ///< of reads between random places
  double full_seek_ms = 18;
  double write_settle_ms = 1;  ///< what a write's seek takes longer
  double head_switch_ms = 0.8;

  // Buffer.
  double buffer_mb = 32;
  int64_t segments = 16;     ///< places that are read ahead of
  double read_ahead_kb = 0;  ///< 0 = as much as a segment holds
  bool write_cache = false;

  // Queue.
  int64_t queue_depth = 32;
  bool reorders = true;  ///< takes what it reaches soonest; false: first come, first served
  double aging = 0.05;   ///< for each ms that an I/O waits it may be reached so many ms later

  // Interface.
  double interface_mb_s = 300;
  double overhead_us = 50;  ///< of each command, one after the other
};

}  // namespace ioreel
