#pragma once

#include <cstdint>
#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/etl/buffer.h"
#include "formats/format.h"

namespace ioreel {

/// The buffers of one .etl input, one after another as they stand there, unpacked. The file ends
/// at its end or where only zeros follow (a preallocated file).
class EtlBufferStream {
 public:
  /// `log` must outlive it.
  static absl::StatusOr<EtlBufferStream> Open(const Input& input, const ReadOptions& options,
                                              ImportLog* log);

  /// False at the end. Errors: InvalidArgument where the input does not start with a buffer;
  /// DataLoss, with the byte, for a cut file, a buffer header that cannot be, compression that
  /// cannot be undone; when the options are tolerant, such a buffer is counted in the log and left
  /// out, but for the whole part of a cut one.
  absl::StatusOr<bool> Next(EtlBuffer* buffer);

  uint64_t buffers() const { return buffers_; }  ///< read so far
  /// "x.etl: byte 4711"
  std::string Place(uint64_t byte) const;

 private:
  EtlBufferStream(std::string name, std::unique_ptr<std::istream> stream,
                  const ReadOptions& options, ImportLog* log);

  size_t Read(char* out, size_t size);
  absl::StatusOr<bool> ReadHeader(EtlBufferHeader* header);
  absl::Status ReadTail(absl::string_view zeros);
  absl::Status SkipImpossible(const EtlBufferHeader& header);
  absl::StatusOr<bool> Cut(uint64_t missing, EtlBuffer* buffer);
  std::optional<absl::string_view> Unpack(const EtlBufferHeader& header, absl::string_view stored);
  absl::Status Broken(uint64_t byte, absl::string_view what) const;
  absl::Status Damage(const absl::Status& what);

  std::string name_;
  std::unique_ptr<std::istream> stream_;
  bool tolerant_;
  ImportLog* log_;
  uint64_t position_ = 0;  ///< bytes read
  uint64_t buffers_ = 0;
  uint32_t usual_bytes_ = 0;  ///< of the last uncompressed buffer
  bool at_end_ = false;
  std::vector<char> stored_;
  std::vector<char> unpacked_;
};

}  // namespace ioreel
