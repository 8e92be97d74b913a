#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/blktrace/record.h"
#include "formats/io/text_output.h"

namespace ioreel {

/// The files of a blktrace recording being written, one a CPU, or one for all. They appear under
/// their names when finished. Not thread-safe.
class BlktraceStreams {
 public:
  /// NAME.blktrace.0 names the recording NAME: files of CPUs 0 to `last_cpu`, with the gaps
  /// between, because blkparse stops at the first number that has none. Any other name is one file
  /// for all CPUs, as `blkparse -d` makes. Errors: as AtomicFile::Create; FailedPrecondition where
  /// NAME has files of further CPUs, of another recording.
  static absl::StatusOr<BlktraceStreams> Create(const std::string& path, uint16_t last_cpu);
  BlktraceStreams(BlktraceStreams&&) = default;

  /// Errors: those of writing. Gives the record its sequence number: each CPU counts the events of
  /// each device; notes are not counted.
  absl::Status Add(BlktraceRecord record, absl::string_view payload);
  absl::Status Finish();
  /// Removes what has not been finished.
  void Discard();

 private:
  BlktraceStreams() = default;
  absl::Status Open(std::string path);

  std::vector<std::string> paths_;
  std::vector<TextOutput> outputs_;  ///< by CPU, or one
  absl::flat_hash_map<uint64_t, uint32_t> sequences_;
};

/// Whether `path` names the first file of a recording.
bool IsFirstBlktraceFile(absl::string_view path);

}  // namespace ioreel
