#include "replay/verify/read_back.h"

#include "base/range_set.h"
#include "formats/model/time.h"
#include "replay/prime/plain_run.h"
#include "replay/prime/range_steps.h"
#include "replay/run/progress.h"

namespace ioreel {
namespace {

RangeSet Written(const WriteLedger& ledger) {
  RangeSet written;
  for (const auto& [begin, extent] : ledger.extents()) written.Add(begin, extent.end - begin);
  return written;
}

}  // namespace

absl::Status ReadBack(const ReadBackSetup& setup, uint16_t volume, uint64_t block_bytes,
                      Verifier* verifier) {
  const auto ledger = verifier->ledgers().find(volume);
  if (ledger == verifier->ledgers().end()) return absl::OkStatus();
  const RangeSet written = Written(ledger->second);
  if (written.empty()) return absl::OkStatus();
  const uint64_t end = UINT64_MAX / block_bytes * block_bytes;  // it lies on the target anyway
  RangeSteps steps(Op::kRead, &written, block_bytes, end, volume);
  std::atomic<uint64_t> completed{0};
  const Progress progress("verifying", steps.steps(), kNoTime, &completed);
  const absl::Status status = RunPlainly({.what = "verifying",
                                          .source = &steps,
                                          .target = setup.target,
                                          .fds = setup.fds,
                                          .engine = setup.engine,
                                          .longest_read = RangeSteps::kStepBytes,
                                          .stop = setup.stop,
                                          .timeout_ns = setup.timeout_ns,
                                          .completed = &completed,
                                          .verify = {.verifier = verifier, .reads = true}});
  return absl::IsDataLoss(status) ? absl::OkStatus() : status;
}

}  // namespace ioreel
