#include "formats/blktrace/stream_writer.h"

#include <sys/resource.h>

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "base/check.h"
#include "base/status_macros.h"
#include "formats/blktrace/files.h"

namespace ioreel {
namespace {

constexpr size_t kMostBuffered = 1 << 20;  ///< of a file
constexpr size_t kAllBuffered = 32 << 20;  ///< of all together

/// A recording of more CPUs that stands under the name would become part of this one.
absl::Status CheckNoFurtherCpus(const std::string& path, uint16_t last_cpu) {
  const auto found = FindBlktraceFiles(path);
  if (!found.ok() || BlktraceFileCpu(found->back()) <= last_cpu) return absl::OkStatus();
  return absl::FailedPreconditionError(
      absl::StrCat(found->back(),
                   ": is there from another recording of more CPUs and would be read with this "
                   "one; remove it, or name another file to write"));
}

/// Each CPU's file stays open until all are finished.
absl::Status AllowOpenFiles(const std::string& path, rlim_t files) {
  constexpr rlim_t kOthers = 64;
  rlimit limit;
  CHECK(getrlimit(RLIMIT_NOFILE, &limit) == 0);
  if (limit.rlim_cur >= files + kOthers) return absl::OkStatus();
  if (limit.rlim_max >= files + kOthers) {
    limit.rlim_cur = files + kOthers;
    CHECK(setrlimit(RLIMIT_NOFILE, &limit) == 0);
    return absl::OkStatus();
  }
  return absl::ResourceExhaustedError(
      absl::StrCat(path, ": a recording of ", files, " CPUs has as many files, but no more than ",
                   limit.rlim_max, " may be open; allow more with ulimit -n, or write one file ",
                   "for all CPUs: another name and --output-format blktrace"));
}

}  // namespace

bool IsFirstBlktraceFile(absl::string_view path) { return BlktraceFileCpu(path) == 0; }

absl::StatusOr<std::unique_ptr<BlktraceSink>> BlktraceStreams::Create(const std::string& path,
                                                                      uint16_t last_cpu) {
  std::unique_ptr<BlktraceStreams> streams(new BlktraceStreams);
  if (!IsFirstBlktraceFile(path)) {
    IOREEL_RETURN_IF_ERROR(streams->Open(path));
    return streams;
  }
  IOREEL_RETURN_IF_ERROR(CheckNoFurtherCpus(path, last_cpu));
  IOREEL_RETURN_IF_ERROR(AllowOpenFiles(path, last_cpu + 1u));
  const absl::string_view base = absl::StripSuffix(path, "0");
  for (int cpu = 0; cpu <= last_cpu; ++cpu) {
    IOREEL_RETURN_IF_ERROR(streams->Open(absl::StrCat(base, cpu)));
  }
  return streams;
}

absl::Status BlktraceStreams::Open(const std::string& path) {
  IOREEL_ASSIGN_OR_RETURN(TextOutput output, TextOutput::Create(path));
  outputs_.push_back(std::move(output));
  return absl::OkStatus();
}

absl::Status BlktraceStreams::Add(const BlktraceRecord& record, absl::string_view payload) {
  TextOutput& output = outputs_[outputs_.size() == 1 ? 0 : record.cpu];
  AppendBlktraceHeader(record, &output.buffer());
  output.buffer().append(payload.data(), payload.size());
  return output.Relieve(std::min(kMostBuffered, kAllBuffered / outputs_.size()));
}

absl::Status BlktraceStreams::Finish() {
  for (TextOutput& output : outputs_) IOREEL_RETURN_IF_ERROR(output.Finish());
  return absl::OkStatus();
}

}  // namespace ioreel
