#pragma once

#include <cstddef>
#include <vector>

#include "formats/model/io.h"

namespace ioreel {

/// Sorts, by queue_ns, rows of which none is further than `reach` rows from its place, in memory
/// for twice as many; those of one time keep the order of their coming. Not thread-safe.
class ReorderWindow {
 public:
  /// REQUIRES: reach > 0.
  explicit ReorderWindow(size_t reach);

  /// REQUIRES: !full().
  void Add(const QueuedIo& io);
  bool full() const { return rows_.size() == 2 * reach_; }

  /// Appends the earlier half to `out`: nothing that is still to come, within reach, is before it.
  /// REQUIRES: full().
  void Release(std::vector<QueuedIo>* out);
  /// Appends all that is left.
  void Drain(std::vector<QueuedIo>* out);

 private:
  void Sort();

  size_t reach_;
  std::vector<QueuedIo> rows_;
  bool sorted_ = true;
};

}  // namespace ioreel
