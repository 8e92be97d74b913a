#include "formats/blktrace/input_stream.h"

#include <utility>

#include "base/status_macros.h"
#include "formats/blktrace/files.h"
#include "formats/import/faults.h"

namespace ioreel {

absl::StatusOr<BlktraceInputStream> BlktraceInputStream::Open(const Input& input,
                                                              const ReadOptions& options,
                                                              ImportLog* log) {
  IOREEL_ASSIGN_OR_RETURN(BytePump pump, BytePump::Open(input));
  BlktraceDecoder decoder(input.name(), log);
  if (BlktraceFileCpu(input.name()) >= 0) decoder.TrustSequence();
  return BlktraceInputStream(std::move(pump), std::move(decoder), options, log);
}

BlktraceInputStream::BlktraceInputStream(BytePump pump, BlktraceDecoder decoder,
                                         const ReadOptions& options, ImportLog* log)
    : pump_(std::move(pump)), decoder_(std::move(decoder)), options_(options), log_(log) {}

bool BlktraceInputStream::Next(BlktraceItem* item) {
  while (!at_end_ && !decoder_.Next(item)) {
    if (pump_.Pump(&decoder_)) continue;
    at_end_ = true;
    status_ = pump_.status();
    if (!status_.ok()) status_ = Damage(status_, options_, log_);
  }
  return !at_end_;
}

}  // namespace ioreel
