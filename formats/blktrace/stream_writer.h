#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "formats/blktrace/record_sink.h"
#include "formats/io/text_output.h"

namespace ioreel {

/// The files of a blktrace recording being written, one a CPU, or one for all.
class BlktraceStreams : public BlktraceSink {
 public:
  /// NAME.blktrace.0 names the recording NAME: files of CPUs 0 to `last_cpu`, with the gaps
  /// between, because blkparse stops at the first number that has none. Any other name is one file
  /// for all CPUs, as `blkparse -d` makes. Errors: as AtomicFile::Create; FailedPrecondition where
  /// NAME has files of further CPUs, of another recording; ResourceExhausted where so many files
  /// may not be open.
  static absl::StatusOr<std::unique_ptr<BlktraceSink>> Create(const std::string& path,
                                                              uint16_t last_cpu);

  absl::Status Add(const BlktraceRecord& record, absl::string_view payload) override;
  absl::Status Finish() override;

 private:
  BlktraceStreams() = default;
  absl::Status Open(const std::string& path);

  std::vector<TextOutput> outputs_;  ///< by CPU, or one
};

/// Whether `path` names the first file of a recording.
bool IsFirstBlktraceFile(absl::string_view path);

}  // namespace ioreel
