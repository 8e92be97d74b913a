#pragma once

#include <cstddef>

namespace ioreel {

/// Something that holds pieces of a stream while it exists. Thread-safe.
class StreamHolder {
 public:
  StreamHolder();
  ~StreamHolder();
  StreamHolder(const StreamHolder&) = delete;
  StreamHolder& operator=(const StreamHolder&) = delete;

  /// Bytes to hold at once: 64 KiB where holders are few, down to 2 KiB where they are thousands,
  /// as for the files of as many CPUs that are read at once.
  size_t piece_bytes() const { return piece_bytes_; }

 private:
  const size_t piece_bytes_;
};

}  // namespace ioreel
