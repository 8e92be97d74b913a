#include "formats/blktrace/input_stream.h"

#include <utility>

#include "base/status_macros.h"
#include "formats/blktrace/files.h"
#include "formats/import/faults.h"

namespace ioreel {
namespace {

constexpr size_t kBlockBytes = 64 << 10;

}  // namespace

absl::StatusOr<BlktraceInputStream> BlktraceInputStream::Open(const Input& input,
                                                              const ReadOptions& options,
                                                              ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(std::unique_ptr<std::istream> stream, input.Open());
  return BlktraceInputStream(input.name(), BlktraceFileCpu(input.name()), std::move(stream),
                             options, log);
}

BlktraceInputStream::BlktraceInputStream(std::string name, int cpu,
                                         std::unique_ptr<std::istream> stream,
                                         const ReadOptions& options, ImportLog* log)
    : name_(std::move(name)),
      stream_(std::move(stream)),
      options_(options),
      log_(log),
      decoder_(std::make_unique<BlktraceDecoder>(name_, log)),
      block_(kBlockBytes) {
  if (cpu >= 0) decoder_->TrustSequence();
}

bool BlktraceInputStream::Next(BlktraceItem* item) {
  while (!decoder_->Next(item)) {
    if (at_end_) return false;
    ReadMore();
  }
  return true;
}

void BlktraceInputStream::ReadMore() {
  stream_->read(block_.data(), static_cast<std::streamsize>(block_.size()));
  decoder_->Feed(absl::string_view(block_.data(), static_cast<size_t>(stream_->gcount())));
  if (stream_->good()) return;
  at_end_ = true;
  status_ = StreamStatus(*stream_, name_);
  if (!status_.ok()) status_ = Damage(status_, options_, log_);
  decoder_->End();
}

}  // namespace ioreel
