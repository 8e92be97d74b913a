#include "formats/blktrace/stream_writer.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/status_macros.h"
#include "formats/blktrace/files.h"

namespace ioreel {
namespace {

/// A recording of more CPUs that stands under the name would become part of this one.
absl::Status CheckNoFurtherCpus(const std::string& path, uint16_t last_cpu) {
  const auto found = FindBlktraceFiles(path);
  if (!found.ok() || BlktraceFileCpu(found->back()) <= last_cpu) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(found->back(),
                   ": is there from another recording of more CPUs and would be read with this "
                   "one; remove it, or name another file to write"));
}

}  // namespace

bool IsFirstBlktraceFile(absl::string_view path) { return BlktraceFileCpu(path) == 0; }

absl::StatusOr<BlktraceStreams> BlktraceStreams::Create(const std::string& path,
                                                        uint16_t last_cpu) {
  BlktraceStreams streams;
  if (!IsFirstBlktraceFile(path)) {
    IOREEL_RETURN_IF_ERROR(streams.Open(path));
    return streams;
  }
  IOREEL_RETURN_IF_ERROR(CheckNoFurtherCpus(path, last_cpu));
  const absl::string_view base = absl::StripSuffix(path, "0");
  for (int cpu = 0; cpu <= last_cpu; ++cpu) {
    const absl::Status opened = streams.Open(absl::StrCat(base, cpu));
    if (!opened.ok()) streams.Discard();
    IOREEL_RETURN_IF_ERROR(opened);
  }
  return streams;
}

absl::Status BlktraceStreams::Open(std::string path) {
  IOREEL_ASSIGN_OR_RETURN(TextOutput output, TextOutput::Create(path));
  outputs_.push_back(std::move(output));
  paths_.push_back(std::move(path));
  return absl::OkStatus();
}

void BlktraceStreams::Discard() {
  std::error_code not_there;
  for (const std::string& path : paths_)
    std::filesystem::remove(AtomicFile::PartialPath(path), not_there);
}

absl::Status BlktraceStreams::Add(BlktraceRecord record, absl::string_view payload) {
  if (!record.is_note()) record.sequence = ++sequences_[uint64_t{record.device} << 32 | record.cpu];
  record.payload_bytes = static_cast<uint16_t>(payload.size());
  TextOutput& output = outputs_[outputs_.size() == 1 ? 0 : record.cpu];
  AppendBlktraceHeader(record, &output.buffer());
  output.buffer().append(payload.data(), payload.size());
  return output.Relieve();
}

absl::Status BlktraceStreams::Finish() {
  for (TextOutput& output : outputs_) IOREEL_RETURN_IF_ERROR(output.Finish());
  return absl::OkStatus();
}

}  // namespace ioreel
